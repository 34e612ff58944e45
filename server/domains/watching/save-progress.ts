import type { Progress } from '#contract/watching.ts'
import type { Recorder } from './recorder.ts'

/**
 * Progress by a call (D-44): goes in with what the sockets say, and answers when it is on disk. The calls of one
 * session are one screen, whichever process takes them.
 */
export function saveProgress(
  recorder: Recorder,
  from: { member_id: number; session_id: number },
  given: Progress,
): Promise<Progress> {
  return new Promise((resolve, reject) =>
    recorder.take(from.member_id, given, {
      // Sockets count upward from 1.
      id: -from.session_id,
      session_id: from.session_id,
      saved: (episode_id, progress) => resolve({ episode_id, progress }),
      refused: reject,
      failed(error) {
        reject(error as Error)
        return false
      },
    }),
  )
}
