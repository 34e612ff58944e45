/** How long the lock is pressed, or how far it is drawn, until it opens: a stray touch does neither. */
const unlockAfter = { milliseconds: 700, pixels: 96 }

/** How far open the lock is, 0..1, after a press of `held` ms that moved by `x`, `y` pixels. */
export function openness(held: number, x: number, y: number): number {
  const pressed = held / unlockAfter.milliseconds
  const drawn = Math.hypot(x, y) / unlockAfter.pixels
  return Math.min(1, Math.max(0, pressed, drawn))
}
