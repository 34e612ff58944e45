/** `TimeRanges` of pairs of start and end in seconds. */
export const createRanges = (...ranges: [number, number][]) => ({
  length: ranges.length,
  start: (range: number) => ranges[range]![0],
  end: (range: number) => ranges[range]![1],
})

/** Fake media element with what the engines and hls.js use. Decodes nothing. */
export class FakeMedia extends EventTarget {
  paused = true
  readyState = 0
  error: { code: number } | null = null
  seeking = false
  buffered = createRanges()
  textTracks = new EventTarget()
  #src = ''
  #time = 0

  get src() {
    return this.#src
  }
  set src(url: string) {
    this.#src = url
    this.load()
  }
  removeAttribute() {
    this.#src = ''
  }
  /** Loading pauses the element and resets its position. */
  load() {
    this.paused = true
    this.error = null
    this.readyState = 0
    this.#time = 0
  }
  get currentTime() {
    return this.#time
  }
  set currentTime(time: number) {
    this.#time = time
    if (this.readyState > 0) this.dispatchEvent(new Event('seeking'))
  }
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }

  becomeReady() {
    this.readyState = 1
    this.dispatchEvent(new Event('loadedmetadata'))
  }
  failToLoad() {
    this.error = { code: 2 }
    this.dispatchEvent(new Event('error'))
  }

  getBoundingClientRect = () => ({ width: 960, height: 540 })
  querySelectorAll = () => []
  append() {}
}
