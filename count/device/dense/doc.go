// Package dense prepares units of a parity class for devices, and adds up what they count. It knows
// nothing about graphics cards. See docs/parity-classes.md and docs/device.md.
//
// A unit has a white and a black matrix. Its cell for labels B and B' is the number of pairs
// without a common diagonal, of a placement with label B from one list, the items, and one with
// label B' from another, the lanes. A device fills both matrices and multiplies equal cells.
package dense
