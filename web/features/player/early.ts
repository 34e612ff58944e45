import { endpoints } from '#contract/index.ts'
import type { Video } from '#contract/playback.ts'
import { call } from '#web/data/client.ts'
import { loadHls } from './hls-file.ts'
import { warmSource } from './source.ts'

// Apart from the player's components, so that the route's loader runs before they have arrived.

/** A read that began before its screen did. */
let begun: { id: number; answer: Promise<Video> } | null = null

export function readVideo(id: number): Promise<Video> {
  return call(endpoints.playback.readVideo, { params: { id: String(id) } })
}

/**
 * Asks for the film of the screen that is about to be shown, and opens it, while the page still loads its own
 * code and data. The answer is personal and `no-store`, hence kept for one taker.
 */
export function beginReading(id: number): void {
  const answer = readVideo(id)
  begun = { id, answer }
  // Whoever takes it hears of a failure; nobody taking it is no error.
  loadHls().catch(() => {})
  answer.then((video) => warmSource(video.manifest_url, video.resume_at)).catch(() => {})
}

export function takeReading(id: number): Promise<Video> {
  const answer = begun?.id === id ? begun.answer : readVideo(id)
  begun = null
  return answer
}
