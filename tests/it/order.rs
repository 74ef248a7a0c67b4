//! A person's order of pending cards, as a rule: what stays where when cards come and go.

use std::sync::Arc;

use kanwatch::plan::order::{next, pending, place};
use kanwatch::plan::outlook::Outlook;
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::order::{Move, NotMoved, Order, Side, Target};
use kanwatch::task::snapshot::{SessionCards, Snapshot};
use proptest::prelude::*;

use crate::support::sketch::{profile, snapshot};

fn key(id: usize) -> TaskKey {
    TaskKey::new(None, &id.to_string())
}

/// A board of pending cards, some waiting for earlier ones.
fn plan(blockers: &[Option<usize>]) -> Snapshot {
    let line = |(id, blocker): (usize, &Option<usize>)| match blocker {
        Some(blocker) if *blocker < id => format!("{id} pending \"Task {id}\" <{blocker}\n"),
        _ => format!("{id} pending \"Task {id}\"\n"),
    };
    snapshot(&blockers.iter().enumerate().map(line).collect::<String>())
}

/// The same board without some of its cards.
fn without(plan: &Snapshot, gone: &[usize]) -> Snapshot {
    let left = |id: &usize| !gone.contains(id);
    let tasks = (0..plan.tasks.len()).filter(left);
    let tasks = tasks.map(|id| Arc::clone(plan.get(&key(id)).unwrap()));
    let list = SessionCards {
        name: None,
        orphan: false,
        tasks: tasks.collect(),
    };
    Snapshot::new(profile(), vec![list])
}

fn ids(plan: &Snapshot, order: &Order) -> Vec<String> {
    let column = pending(plan, &Outlook::of(plan), order);
    let key = |place: usize| plan.tasks[place].key.to_string();
    column.into_iter().map(key).collect()
}

fn wish(card: usize, to: Target) -> Move {
    Move {
        key: key(card),
        to,
        actor: "ana".to_owned(),
    }
}

fn moved(plan: &Snapshot, order: &Order, wish: &Move) -> Result<Order, NotMoved> {
    let placement = place(plan, &Outlook::of(plan), order, wish)?;
    Ok(order.with(&wish.key, Some(placement)))
}

fn target() -> impl Strategy<Value = Target> {
    let side = prop_oneof![Just(Side::Before), Just(Side::After)];
    prop_oneof![
        Just(Target::Up),
        Just(Target::Down),
        (side, 0..12_usize).prop_map(|(side, id)| Target::Beside(side, key(id))),
    ]
}

fn boards() -> impl Strategy<Value = Vec<Option<usize>>> {
    prop::collection::vec(prop::option::weighted(0.3, 0..12_usize), 2..12)
}

fn wishes() -> impl Strategy<Value = Vec<Move>> {
    let one = (0..12_usize, target()).prop_map(|(card, to)| wish(card, to));
    prop::collection::vec(one, 0..10)
}

/// Carries out what can be carried out.
fn all_moved(plan: &Snapshot, wishes: &[Move]) -> Order {
    let step = |order: Order, wish: &Move| moved(plan, &order, wish).unwrap_or(order);
    wishes.iter().fold(Order::default(), step)
}

proptest! {
    #[test]
    fn a_moved_card_stands_directly_where_it_was_wished(
        blockers in boards(), wishes in wishes(), card in 0..12_usize, to in target(),
    ) {
        let plan = plan(&blockers);
        let order = all_moved(&plan, &wishes);
        let before = ids(&plan, &order);
        let wish = wish(card, to);
        let Ok(order) = moved(&plan, &order, &wish) else { return Ok(()) };
        let after = ids(&plan, &order);
        let place = |ids: &[String], key: &TaskKey| {
            ids.iter().position(|id| *id == key.to_string()).unwrap()
        };
        let at = place(&after, &wish.key);
        match &wish.to {
            Target::Beside(Side::Before, other) => prop_assert_eq!(place(&after, other), at + 1),
            Target::Beside(Side::After, other) => prop_assert_eq!(place(&after, other) + 1, at),
            Target::Up => {
                let passed = &before[place(&before, &wish.key) - 1];
                prop_assert_eq!(&after[at + 1], passed);
            }
            Target::Down => {
                let passed = &before[place(&before, &wish.key) + 1];
                prop_assert_eq!(&after[at - 1], passed);
            }
        }
        prop_assert_eq!(moved(&plan, &order, &wish).err(), match wish.to {
            Target::Beside(..) => Some(NotMoved::Already),
            _ if at == 0 => Some(NotMoved::First),
            _ if at + 1 == after.len() => Some(NotMoved::Last),
            _ => None,
        });
    }

    /// Cards that go take nothing of the order with them, and find their place when they return.
    #[test]
    fn cards_that_go_change_nothing_for_those_that_stay(
        ready in 2..12_usize, wishes in wishes(), gone in prop::collection::vec(0..12_usize, 0..8),
    ) {
        let plan = plan(&vec![None; ready]);
        let order = all_moved(&plan, &wishes);
        let mut all = ids(&plan, &order);
        all.retain(|id| !gone.contains(&id.parse().unwrap()));
        prop_assert_eq!(ids(&without(&plan, &gone), &order), all);
    }

    #[test]
    fn every_pending_card_stands_in_the_column_once_and_the_unmoved_as_ever(
        blockers in boards(), wishes in wishes(), gone in prop::collection::vec(0..12_usize, 0..8),
    ) {
        let plan = plan(&blockers);
        let order = all_moved(&plan, &wishes);
        let later = without(&plan, &gone);
        let by_itself = ids(&later, &Order::default());
        let arranged = ids(&later, &order);
        let mut sorted = (by_itself.clone(), arranged.clone());
        sorted.0.sort();
        sorted.1.sort();
        prop_assert_eq!(sorted.0, sorted.1);
        let unmoved = |ids: Vec<String>| -> Vec<String> {
            ids.into_iter().filter(|id| order.of(&TaskKey::new(None, id)).is_none()).collect()
        };
        prop_assert_eq!(unmoved(arranged), unmoved(by_itself));
    }
}

#[test]
fn what_was_put_at_the_top_stays_there_when_cards_come() {
    let before = snapshot("2 pending \"a\"\n3 pending \"b\"\n4 pending \"c\"\n");
    let up = wish(4, Target::Beside(Side::Before, key(2)));
    let order = moved(&before, &Order::default(), &up).unwrap();
    assert_eq!(ids(&before, &order), ["4", "2", "3"]);
    let more =
        "1 pending \"new\"\n2 pending \"a\"\n3 pending \"b\"\n4 pending \"c\"\n5 pending \"d\"\n";
    assert_eq!(ids(&snapshot(more), &order), ["4", "1", "2", "3", "5"]);
    // Its neighbour begins to wait and sinks; the card does not go along.
    let sunk = "2 pending \"a\" <3\n3 pending \"b\"\n4 pending \"c\"\n";
    assert_eq!(ids(&snapshot(sunk), &order), ["4", "3", "2"]);
}

#[test]
fn a_card_whose_surroundings_are_gone_stands_as_if_it_was_never_moved() {
    let before = snapshot("1 pending \"a\"\n2 pending \"b\"\n5 pending \"c\"\n");
    let up = wish(5, Target::Up);
    let order = moved(&before, &Order::default(), &up).unwrap();
    assert_eq!(ids(&before, &order), ["1", "5", "2"]);
    let later = snapshot("3 pending \"x\"\n4 pending \"y\"\n5 pending \"c\"\n6 pending \"z\"\n");
    assert_eq!(ids(&later, &order), ["3", "4", "5", "6"]);
}

#[test]
fn the_next_card_is_the_topmost_ready_one() {
    let plan = snapshot("1 pending \"a\"\n2 pending \"b\" <1\n3 pending \"c\"\n");
    let outlook = Outlook::of(&plan);
    assert_eq!(next(&plan, &outlook, &Order::default()), Some(0));
    let first = Order::default();
    let first = moved(
        &plan,
        &first,
        &wish(2, Target::Beside(Side::Before, key(1))),
    )
    .unwrap();
    let order = moved(
        &plan,
        &first,
        &wish(3, Target::Beside(Side::Before, key(1))),
    )
    .unwrap();
    assert_eq!(ids(&plan, &order), ["2", "3", "1"]);
    assert_eq!(next(&plan, &outlook, &order), Some(2));
}

#[test]
fn only_pending_cards_are_moved() {
    let plan = snapshot("1 pending \"a\"\n2 in_progress lead \"b\"\n");
    let order = Order::default();
    let not = |wish: &Move| moved(&plan, &order, wish).unwrap_err();
    let running = Arc::clone(plan.get(&key(2)).unwrap());
    assert_eq!(running.lane, Lane::InProgress);
    assert_eq!(
        not(&wish(2, Target::Up)),
        NotMoved::NotPending(Arc::clone(&running))
    );
    let beside = Target::Beside(Side::Before, key(2));
    assert_eq!(not(&wish(1, beside)), NotMoved::NotPending(running));
    assert_eq!(not(&wish(9, Target::Up)), NotMoved::Missing(key(9)));
    let itself = Target::Beside(Side::After, key(1));
    assert_eq!(not(&wish(1, itself)), NotMoved::Itself);
    assert_eq!(not(&wish(1, Target::Up)), NotMoved::First);
    assert_eq!(not(&wish(1, Target::Down)), NotMoved::Last);
}
