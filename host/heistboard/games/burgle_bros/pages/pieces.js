// Burgle Bros draws its floors itself: there is nothing under the rooms.

export function drawGround() {}

export function drawCover() {}
