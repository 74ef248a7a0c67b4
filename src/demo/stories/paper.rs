//! A group of astronomers measures eclipsing binaries and writes it up.

use crate::demo::story::{Phase, Story};

/// The story.
pub const PAPER: Story = Story {
    phases: &[
        Phase {
            opens: "确定综述范围 scope of the survey",
            strands: &[
                &["检索双星测光文献", "去重并筛选文献"],
                &["Download the light curves"],
                &["List the open questions"],
                &["联系观测台站"],
            ],
            closes: "撰写文献综述初稿",
        },
        Phase {
            opens: "Clean the light curves",
            strands: &[
                &["Fold the light curves"],
                &["分析周期变化"],
                &["Fit the eclipse depths", "Check the fit residuals"],
                &["Estimate the noise"],
            ],
            closes: "汇总测量结果 table of results",
        },
        Phase {
            opens: "Draw the O-C diagram",
            strands: &[
                &["Test for a third body"],
                &["Model the mass transfer", "比较两种演化模型"],
                &["Bootstrap the errors"],
                &["Cross-check with Gaia"],
            ],
            closes: "撰写讨论部分",
        },
        Phase {
            opens: "Outline the paper",
            strands: &[
                &["撰写引言"],
                &["Draw the figures", "Make the figures readable in grey"],
                &["Write the methods section"],
                &["整理参考文献"],
            ],
            closes: "Proofread the draft",
        },
    ],
    asides: &[
        &["Archive the raw frames", "Write the README of the data"],
        &["Book telescope time", "准备观测计划"],
        &["Package the scripts", "Run the scripts on a clean machine"],
        &["Prepare the seminar talk", "Rehearse the talk"],
    ],
    ends: "Submit the paper",
    refined: &[
        (
            "Estimate the noise",
            "Estimate the noise, red noise included",
        ),
        ("分析周期变化", "分析周期变化（含食时偏移）"),
        (
            "Write the methods section",
            "Write the methods section, two pages at most",
        ),
    ],
    follow_ups: &[
        ("Download the light curves", "Ask for the missing sector 41"),
        ("Fold the light curves", "剔除异常数据点"),
        ("Check the fit residuals", "Refit the two outliers"),
        ("Test for a third body", "Plan follow-up spectra"),
        ("Cross-check with Gaia", "核对星表交叉匹配"),
        ("Draw the figures", "Add error bars to figure 3"),
    ],
};
