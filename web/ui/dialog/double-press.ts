/** ms and px within which a press belongs to the one before it: somewhat more than any system gives. */
const soon = 500
const near = 30

let last = { at: -Infinity, x: 0, y: 0 }
let isSecond = false

// The browser's own count (`detail`) is 1 for every tap on a phone. Heard before anybody else hears the press; where it
// began counts, so that letting go of what was dragged is none.
globalThis.window?.addEventListener(
  'pointerdown',
  ({ timeStamp: at, clientX: x, clientY: y }) => {
    isSecond = at - last.at < soon && Math.hypot(x - last.x, y - last.y) < near
    last = { at, x, y }
  },
  true,
)

/**
 * Whether a click, while it is handled, is the second of two quick presses in one place; by the keyboard (`detail` 0) none
 * is. What comes under the finger by the first, and does what cannot be taken back, is not pressed by it.
 */
export const isDoublePress = ({ detail }: { detail: number }): boolean => detail > 0 && isSecond
