//! The one door: from the mind's state to the scene of one frame.

use crate::app::state::{Board, Overlay, State};
use crate::app::viewport::{Shape, Size};
use crate::scene::chain::Chain;
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, cut_line, span};
use crate::scene::meaning::Meaning;
use crate::scene::overlay::{Place, Sheet};
use crate::scene::picture::Scene;
use crate::scene::view::View;
use crate::scene::{detail, empty, focus, footer, header, help, overlay, stage};
use crate::task::lane::Lane;

/// The smallest screen that holds a board.
const LEAST: Size = Size {
    width: 24,
    height: 8,
};

/// The widest text of a box over the board.
const WIDEST_DETAIL: usize = 72;
/// The widest text of the help.
const WIDEST_HELP: usize = 76;

/// Returns what one frame shows of `state`.
pub fn compose(state: &State, glyphs: Glyphs) -> Scene {
    let mut scene = Scene::new(state.viewport.size);
    let (width, height) = (
        usize::from(scene.size.width),
        usize::from(scene.size.height),
    );
    if scene.size.width < LEAST.width || scene.size.height < LEAST.height {
        too_small(&mut scene, glyphs);
        return scene;
    }
    scene.put(0, 0, width, header::line(state, glyphs));
    let view = state
        .board
        .as_ref()
        .filter(|board| holds_cards(board))
        .map(|board| View {
            state,
            board,
            glyphs,
        });
    match &view {
        Some(view) => {
            let chain = state
                .selected()
                .map(|(place, _)| Chain::of(view, place))
                .unwrap_or_default();
            let undrawn = stage::set(&mut scene, view, &chain);
            let line = focus::line(view, &chain, undrawn, width.saturating_sub(1));
            scene.put(0, height - 2, width, line);
        }
        None => empty::set(&mut scene, state, glyphs),
    }
    scene.put(0, height - 3, width, footer::latest(state, glyphs));
    cover(&mut scene, state, view.as_ref(), glyphs);
    footer::hints(&mut scene, state, glyphs);
    scene
}

fn holds_cards(board: &Board) -> bool {
    Lane::ALL
        .iter()
        .any(|&lane| !board.columns.cards(lane).is_empty())
}

fn cover(scene: &mut Scene, state: &State, view: Option<&View<'_>>, glyphs: Glyphs) {
    let width = usize::from(scene.size.width);
    if state.overlay != Overlay::None {
        scene.targets.clear();
    }
    let sheet = match (state.overlay, view) {
        (Overlay::Help, _) => {
            let text = overlay::text_width(width, WIDEST_HELP);
            Sheet {
                title: "keys",
                lines: help::lines(glyphs, text),
                top: state.overlay_top,
                text,
                place: Place::Middle,
            }
        }
        (Overlay::Detail, Some(view)) => {
            let text = overlay::text_width(width, WIDEST_DETAIL);
            let place = match state.viewport.shape() {
                Shape::Wide => Place::Right,
                _ => Place::Middle,
            };
            Sheet {
                title: "card",
                lines: detail::lines(view, text),
                top: state.overlay_top,
                text,
                place,
            }
        }
        (Overlay::Detail | Overlay::None, _) => return,
    };
    overlay::set(scene, sheet, glyphs);
}

fn too_small(scene: &mut Scene, glyphs: Glyphs) {
    let width = usize::from(scene.size.width);
    let text = format!("needs {}x{}", LEAST.width, LEAST.height);
    let line: Line = cut_line(vec![span(text, Meaning::Warn)], width, glyphs);
    scene.put(0, 0, width, line);
}
