/** Longer and farther than the double-click limits of any operating system. */
const maxInterval_ms = 500
const maxDistance_px = 30

let last = { timeStamp: -Infinity, x: 0, y: 0 }
let isSecond = false

// `event.detail` is 1 for every tap on a phone, so presses are counted here, by where they start. Captured on `window` to
// run before all other listeners.
globalThis.window?.addEventListener(
  'pointerdown',
  ({ timeStamp, clientX: x, clientY: y }) => {
    isSecond =
      timeStamp - last.timeStamp < maxInterval_ms &&
      Math.hypot(x - last.x, y - last.y) < maxDistance_px
    last = { timeStamp, x, y }
  },
  true,
)

/**
 * Whether the click being handled is the second of two quick presses in one place. Guards controls that appear under the
 * pointer after the first press. False for clicks by keyboard (`detail` 0).
 */
export const isDoublePress = ({ detail }: { detail: number }): boolean => detail > 0 && isSecond
