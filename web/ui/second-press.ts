/** ms and px within which a press belongs to the one before it: somewhat more than any system gives. */
const soon = 500
const near = 30

const seconds = new WeakSet<Event>()
let last = { at: -Infinity, x: 0, y: 0 }

// The browser's own count (`detail`) is 1 for every tap on a phone. Heard before anybody else hears the press.
globalThis.window?.addEventListener(
  'click',
  (event) => {
    const { detail, timeStamp: at, clientX: x, clientY: y } = event
    // By the keyboard.
    if (detail === 0) return
    if (at - last.at < soon && Math.hypot(x - last.x, y - last.y) < near) seconds.add(event)
    last = { at, x, y }
  },
  true,
)

/**
 * Whether a press is the second of a double one. What comes under the finger by the first, and does what cannot be taken
 * back, is not pressed by it.
 */
export const isSecondPress = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  seconds.has(nativeEvent)
