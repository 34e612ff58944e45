import type { PlayingPosition, ProgressRecorder } from '#server/api/progress-port.ts'
import type { MemberSubscriptions } from '#server/api/server-module.ts'
import type { Database, Db } from '#server/db/client.ts'
import type { MemberNoticeHandlers } from '#server/shared/ports/member-bus.ts'
import { readResumePosition } from '../history-queries.ts'
import { randomInt } from 'node:crypto'

/** A player that plays on is stored every 30 s, so an older row is not playing. */
const playsWithinMs = 40_000
/** How long the servers that hold the member's players may take to answer, in ms. */
const answerWithinMs = 50

type Question = { id: number; profile_id: number; episode_id: number }
type Answer = PlayingPosition & { id: number }

export type ResumePositions = ReturnType<typeof createResumePositions>

/**
 * Finds where a profile resumes: at the position of the device that plays now, which the server of its socket is asked for, or at the
 * stored one.
 */
export function createResumePositions({
  bus,
  recorder,
  subscriptions,
}: Pick<Database, 'bus'> & {
  recorder: Pick<ProgressRecorder, 'position'>
  subscriptions?: MemberSubscriptions | undefined
}) {
  const waiting = new Map<number, { member_id: number; resolve(progress: number): void }>()

  function ask(member_id: number, profile_id: number, episode_id: number) {
    const here = recorder.position(profile_id, episode_id)
    if (here) return here.progress
    const id = randomInt(2 ** 47)
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    waiting.set(id, { member_id, resolve })
    subscriptions?.follow(member_id)
    const data: Question = { id, profile_id, episode_id }
    bus.send([{ member_id, channel: 'position_asked', data }])
    const timer = setTimeout(() => resolve(undefined), answerWithinMs)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
      subscriptions?.unfollow(member_id)
    })
  }

  return {
    async find(
      db: Db,
      { member_id, profile_id, episode_id }: Omit<Question, 'id'> & { member_id: number },
      now: Date,
    ): Promise<number> {
      const stored = await readResumePosition(db, profile_id, episode_id)
      if (!stored) return 0
      const isPlaying = now.getTime() - Date.parse(stored.updated_at) < playsWithinMs
      const playing = isPlaying ? await ask(member_id, profile_id, episode_id) : undefined
      return playing ?? stored.progress
    },

    /** Whether an answer about a member is awaited here. */
    isAsking: (member_id: number) =>
      [...waiting.values()].some((question) => question.member_id === member_id),

    member_notices: {
      position_asked({ id, profile_id, episode_id }: Question, member_id) {
        const position = recorder.position(profile_id, episode_id)
        if (!position) return
        const data: Answer = { id, ...position }
        bus.send([{ member_id, channel: 'position_answered', data }])
      },
      position_answered({ id, progress }: Answer) {
        waiting.get(id)?.resolve(progress)
      },
    } satisfies MemberNoticeHandlers,
  }
}
