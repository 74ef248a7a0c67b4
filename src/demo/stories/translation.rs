//! A small translation model is trained, judged and shipped in an app.

use crate::demo::story::{Phase, Story};

/// The story.
pub const TRANSLATION: Story = Story {
    phases: &[
        Phase {
            opens: "Choose the language pairs",
            strands: &[
                &["Collect parallel sentences", "清洗语料"],
                &["Pick the evaluation sets"],
                &["Survey the small models"],
                &["分析现有译文错误"],
            ],
            closes: "撰写评测方案",
        },
        Phase {
            opens: "Set up the training runs",
            strands: &[
                &["Train the baseline"],
                &["Train the 中英 model"],
                &["Tune the vocabulary", "Train with the best vocabulary"],
                &["Distil the large model"],
            ],
            closes: "Compare the checkpoints",
        },
        Phase {
            opens: "Quantize the best model",
            strands: &[
                &["Measure the speed on phones"],
                &["人工评测 200 句"],
                &["Check names and numbers", "Fix the number formats"],
                &["Probe for offensive output"],
            ],
            closes: "撰写评测报告 evaluation report",
        },
        Phase {
            opens: "Integrate the model into the app",
            strands: &[
                &["Download models on demand", "Resume broken downloads"],
                &["Design the language picker"],
                &["Write the privacy notice"],
                &["Beta test with ten users"],
            ],
            closes: "Fix the findings of the beta",
        },
    ],
    asides: &[
        &["Label the screenshots", "校对标注"],
        &["Pin the training image", "Write a reproducibility note"],
        &["Budget the GPU hours", "Report the GPU hours"],
        &["Draft the blog post", "博客文章中文版"],
    ],
    ends: "Ship version 1.0",
    refined: &[
        (
            "Survey the small models",
            "Survey the small models under 300 MB",
        ),
        (
            "Measure the speed on phones",
            "Measure speed and heat on phones",
        ),
        ("分析现有译文错误", "分析现有译文错误（数字最多）"),
    ],
    follow_ups: &[
        ("Pick the evaluation sets", "Drop sets seen in training"),
        ("清洗语料", "Filter out machine-made sentences"),
        (
            "Train the baseline",
            "Loss jumps at step 4000: find out why",
        ),
        ("人工评测 200 句", "统计评测者一致性"),
        (
            "Probe for offensive output",
            "Block the twelve worst phrases",
        ),
        ("Design the language picker", "Picker for right-to-left"),
    ],
};
