//! From trunks to cells.

use crate::scene::joint::{Joint, Weight};
use crate::scene::net::Side;
use crate::scene::trunk::Trunk;

/// The cells while they are being drawn.
struct Canvas {
    width: usize,
    cells: Vec<Joint>,
}

impl Canvas {
    fn at(&mut self, row: usize, column: usize) -> &mut Joint {
        &mut self.cells[row * self.width + column]
    }

    /// Draws from the middle of one column to the middle of another.
    fn across(&mut self, row: usize, from: usize, to: usize, weight: Weight) {
        for column in from..to {
            let cell = self.at(row, column);
            cell.right = cell.right.max(weight);
            let cell = self.at(row, column + 1);
            cell.left = cell.left.max(weight);
        }
    }

    fn trunk(&mut self, trunk: &Trunk) {
        let (weight, heavy_first, heavy_last) = trunk.heavy_part();
        let (first, last) = trunk.span();
        for row in first..last {
            let weight = if heavy_first <= row && row < heavy_last {
                Weight::Heavy
            } else {
                Weight::Light
            };
            self.at(row, trunk.track).down = weight;
            self.at(row + 1, trunk.track).up = weight;
        }
        match trunk.side {
            Side::Left => {
                self.at(trunk.row, 0).left = weight;
                self.across(trunk.row, 0, trunk.track, weight);
            }
            Side::Right => {
                self.across(trunk.row, trunk.track, self.width - 1, weight);
                self.at(trunk.row, self.width - 1).right = weight;
            }
        }
        for end in &trunk.ends {
            let weight = if end.heavy {
                Weight::Heavy
            } else {
                Weight::Light
            };
            self.across(end.row, 0, trunk.track, weight);
            self.at(end.row, 0).arrow = true;
        }
    }
}

/// Draws the trunks, which must not collide.
pub fn draw(trunks: &[Trunk], width: usize, height: usize) -> Vec<Joint> {
    let mut canvas = Canvas {
        width,
        cells: vec![Joint::default(); width * height],
    };
    for trunk in trunks {
        canvas.trunk(trunk);
    }
    for trunk in trunks {
        for end in &trunk.ends {
            // A cross is always a crossing; a trunk that goes on below its end shows a tee.
            let cell = canvas.at(end.row, trunk.track);
            if cell.up != Weight::None && cell.down != Weight::None {
                cell.right = Weight::None;
            }
        }
    }
    canvas.cells
}
