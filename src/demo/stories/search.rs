//! A notes application gets full-text search.

use crate::demo::story::{Phase, Story};

/// The story.
pub const SEARCH: Story = Story {
    phases: &[
        Phase {
            opens: "Agree on what search must do",
            strands: &[
                &["Measure the slow queries"],
                &["分析用户搜索日志"],
                &["Compare index libraries"],
                &["Read how others rank results"],
            ],
            closes: "撰写检索方案 search design note",
        },
        Phase {
            opens: "Define the index schema",
            strands: &[
                &["Write the tokenizer", "Support 中文分词"],
                &["Build the indexer"],
                &["Compress the postings", "Benchmark the index size"],
                &["Migrate the existing notes"],
            ],
            closes: "审查索引代码 review",
        },
        Phase {
            opens: "Write the query parser",
            strands: &[
                &["Rank by BM25"],
                &["Highlight the matches"],
                &["Add the search endpoint", "API tests for search"],
                &["Suggest spelling corrections"],
            ],
            closes: "End-to-end test of search",
        },
        Phase {
            opens: "Put search behind a flag",
            strands: &[
                &["Load test with 10k notes", "Fix what the load test shows"],
                &["撰写用户文档 user guide"],
                &["Security review of the endpoint"],
                &["Polish the result list"],
            ],
            closes: "Collect feedback from the pilot",
        },
    ],
    asides: &[
        &["Set up CI", "Cache the builds in CI"],
        &["Write 200 sample notes", "撰写测试用例"],
        &["Chart the query times", "Alert on slow searches"],
        &["Draft the announcement", "翻译发布公告"],
    ],
    ends: "Release search to everyone",
    refined: &[
        (
            "Measure the slow queries",
            "Measure the slow queries (all three in tags)",
        ),
        ("Rank by BM25", "Rank by BM25, newest first on a tie"),
        (
            "Security review of the endpoint",
            "Security review of endpoint and logs",
        ),
    ],
    follow_ups: &[
        ("分析用户搜索日志", "Remove personal data from the logs"),
        ("Build the indexer", "Resume an interrupted index build"),
        ("Migrate the existing notes", "修复损坏的旧笔记"),
        ("Write the query parser", "Explain a bad query in words"),
        (
            "API tests for search",
            "Paging breaks at the last page: fix it",
        ),
        ("Polish the result list", "Check contrast in the dark theme"),
    ],
};
