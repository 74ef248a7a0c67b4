//! What the pointer is on: by the frame that is on the screen, and that a person has seen.

use std::time::Duration;

use ratatui::layout::{Position, Rect};

use crate::paint::frame::Hit;
use crate::scene::spot::Spot;
use crate::task::lane::Lane;

/// How long what has replaced something else is new to the person: a click was still meant for
/// what stood there before. Longer than between the clicks of a double click.
const SETTLES: Duration = Duration::from_millis(300);

/// The places of the latest frame.
#[derive(Debug, Default)]
pub struct Pointer {
    places: Vec<Place>,
    latest: Option<Click>,
}

#[derive(Clone, Copy, Debug)]
struct Click {
    x: u16,
    y: u16,
    at: Duration,
}

/// Who brought a frame about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The person, by a key or the mouse.
    Person,
    /// The store.
    Store,
}

#[derive(Debug)]
struct Place {
    hit: Hit,
    /// What made it replace something else, and until when it is new, of the steady clock.
    new: Option<(Cause, Duration)>,
}

impl Pointer {
    /// Notes what a new frame shows.
    pub fn renew(&mut self, hits: Vec<Hit>, cause: Cause, now: Duration) {
        let old = std::mem::take(&mut self.places);
        let new = |hit: &Hit| {
            let same = old.iter().find(|place| place.hit == *hit);
            let other = || old.iter().any(|place| replaces(hit, &place.hit));
            match same {
                Some(place) => place.new,
                None if other() => Some((cause, now + SETTLES)),
                None => None,
            }
        };
        self.places = hits
            .into_iter()
            .map(|hit| Place {
                new: new(&hit),
                hit,
            })
            .collect();
    }

    /// Returns what a click at that cell means.
    ///
    /// Not what the store has just put there, and not by the second half of a double click what
    /// the first half has put there.
    pub fn click(&mut self, x: u16, y: u16, now: Duration) -> Option<&Spot> {
        let before = self.latest.replace(Click { x, y, at: now });
        let again = before.is_some_and(|click| {
            (click.x, click.y) == (x, y) && now.saturating_sub(click.at) < SETTLES
        });
        let place = self
            .places
            .iter()
            .rfind(|place| holds(place.hit.area, x, y))?;
        let is_unseen = place
            .new
            .is_some_and(|(cause, until)| now < until && (again || cause == Cause::Store));
        (!is_unseen).then_some(&place.hit.spot)
    }

    /// Returns the column that the cell lies in.
    pub fn column(&self, x: u16, y: u16) -> Option<Lane> {
        let under = self
            .places
            .iter()
            .filter(|place| holds(place.hit.area, x, y));
        under
            .filter_map(|place| match place.hit.spot {
                Spot::Column(lane) => Some(lane),
                _ => None,
            })
            .next_back()
    }
}

fn holds(area: Rect, x: u16, y: u16) -> bool {
    area.contains(Position::new(x, y))
}

/// Tells whether `new` stands where something else stood that can be clicked.
fn replaces(new: &Hit, old: &Hit) -> bool {
    let is_ground = |hit: &Hit| matches!(hit.spot, Spot::Column(_));
    !is_ground(new) && !is_ground(old) && new.area.intersects(old.area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::task::key::TaskKey;

    fn card(id: &str, y: u16) -> Hit {
        Hit {
            area: Rect::new(0, y, 10, 2),
            spot: Spot::Card(TaskKey::new(None, id)),
        }
    }

    fn column() -> Hit {
        Hit {
            area: Rect::new(0, 0, 11, 20),
            spot: Spot::Column(Lane::Pending),
        }
    }

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clicked(pointer: &mut Pointer, y: u16, millis: u64) -> Option<Spot> {
        pointer.click(4, y, ms(millis)).cloned()
    }

    #[test]
    fn the_top_one_is_clicked() {
        let mut pointer = Pointer::default();
        pointer.renew(vec![column(), card("1", 2)], Cause::Store, ms(0));
        assert_eq!(clicked(&mut pointer, 3, 0), Some(card("1", 2).spot));
        assert_eq!(clicked(&mut pointer, 4, 0), Some(column().spot));
        assert_eq!(clicked(&mut pointer, 20, 0), None);
        assert_eq!(pointer.column(4, 3), Some(Lane::Pending));
        assert_eq!(pointer.column(11, 3), None);
    }

    #[test]
    fn what_the_store_slid_under_the_pointer_is_not_clicked_at_once() {
        let mut pointer = Pointer::default();
        let before = vec![column(), card("1", 2), card("2", 5)];
        pointer.renew(before, Cause::Store, ms(0));
        let after = vec![column(), card("2", 2), card("3", 8)];
        pointer.renew(after.clone(), Cause::Store, ms(1000));
        assert_eq!(clicked(&mut pointer, 2, 1299), None);
        assert_eq!(clicked(&mut pointer, 2, 1300), Some(card("2", 2).spot));
        assert_eq!(
            clicked(&mut pointer, 8, 1000),
            Some(card("3", 8).spot),
            "nothing stood there before"
        );
        // Frames that show the same do not begin the wait anew.
        pointer.renew(after, Cause::Store, ms(1200));
        assert_eq!(clicked(&mut pointer, 2, 1300), Some(card("2", 2).spot));
    }

    #[test]
    fn a_double_click_does_not_hit_what_its_first_half_brought() {
        let hint = |word| Hit {
            area: Rect::new(0, 9, 7, 1),
            spot: Spot::Hint {
                action: Action::ClaimOrRelease,
                word,
            },
        };
        let mut pointer = Pointer::default();
        pointer.renew(vec![hint("claim")], Cause::Store, ms(0));
        assert_eq!(clicked(&mut pointer, 9, 1000), Some(hint("claim").spot));
        pointer.renew(vec![hint("release")], Cause::Person, ms(1020));
        assert_eq!(clicked(&mut pointer, 9, 1150), None);
        assert_eq!(
            pointer.click(5, 9, ms(1200)),
            Some(&hint("release").spot),
            "the pointer has moved, so the person looks"
        );
    }
}
