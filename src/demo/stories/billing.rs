//! A shop moves its billing to a ledger without stopping.

use crate::demo::story::{Phase, Story};

/// The story.
pub const BILLING: Story = Story {
    phases: &[
        Phase {
            opens: "Map the billing flows",
            strands: &[
                &["Inventory the old tables"],
                &["Ask support about refunds"],
                &["分析对账差异"],
                &["List the tax rules"],
            ],
            closes: "撰写迁移方案 migration plan",
        },
        Phase {
            opens: "Design the ledger schema",
            strands: &[
                &["Draft migration 0007"],
                &["Write the ledger API", "API tests for the ledger"],
                &["Import the exchange rates"],
                &["实现退款流程"],
            ],
            closes: "Review ledger and migration",
        },
        Phase {
            opens: "Write to old and new at once",
            strands: &[
                &["Backfill three years", "Verify the backfilled totals"],
                &["Compare the invoices nightly"],
                &["编写对账脚本"],
                &["Rehearse the rollback"],
            ],
            closes: "签署对账结果 sign off",
        },
        Phase {
            opens: "Switch the reads to the ledger",
            strands: &[
                &["Load test a month end", "Tune the slow reports"],
                &["撰写运维手册 runbook"],
                &["Penetration test"],
                &["Train the support team"],
            ],
            closes: "Watch one full billing cycle",
        },
    ],
    asides: &[
        &["Renew the bank certificates", "Automate the renewal"],
        &["Clean up the feature flags", "Delete dead billing code"],
        &["Sketch the invoice layout", "Invoice layout 中文版"],
        &["Trace the payment webhooks", "Retry failed webhooks"],
    ],
    ends: "Retire the old tables",
    refined: &[
        (
            "Inventory the old tables",
            "Inventory the old tables and their triggers",
        ),
        (
            "Draft migration 0007",
            "Draft migration 0007, reversible this time",
        ),
        ("编写对账脚本", "编写对账脚本（按币种汇总）"),
    ],
    follow_ups: &[
        ("Ask support about refunds", "Document partial refunds"),
        ("List the tax rules", "核实跨境税率"),
        ("API tests for the ledger", "Reject negative amounts"),
        (
            "Verify the backfilled totals",
            "Explain the missing 0.01 in March",
        ),
        ("Rehearse the rollback", "Shorten the rollback to 5 minutes"),
        ("Penetration test", "Rotate the test credentials"),
    ],
};
