//! The router's promises, checked by walking what it drew.
