import type { ActiveStream } from '#contract/problem.ts'
import type { StreamSlot } from '#contract/playback/playback.ts'
import { notifyMembers, type Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { checkPlaybackEligibility } from '../playback-access.ts'
import {
  deleteStreams,
  extendStream,
  insertStream,
  lockStreams,
  readStreams,
  type StreamClient,
} from '../playback-queries.ts'
import { decideStream, type StreamRow, type ReadStreamLimit } from './stream-limit.ts'

/** The notice to a player whose slot was removed for another player. `is_this_browser`: of the ended stream. */
export type StreamEnded = {
  stream_id: number
  by: { id: number; device: string; is_this_browser: boolean }
}

type StreamRequest = {
  episode_id: number
  take_over?: number | undefined
  /** Reported playhead, in seconds. */
  position?: number | undefined
}

/**
 * Takes a stream slot when playback begins (decisions/0030-stream-slots): the player's own again, a free one, or the one
 * of `take_over`.
 * @throws `too_many_streams` with the active streams, and the refusals of `checkPlaybackEligibility`.
 */
export async function startStream(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  client: StreamClient,
  profile_id: number,
  request: StreamRequest,
  readStreamLimit: ReadStreamLimit,
): Promise<StreamSlot> {
  const [eligibility] = await checkPlaybackEligibility(
    db,
    [{ profile_id, episode_id: request.episode_id }],
    now,
  )
  if (!eligibility || 'refusal' in eligibility) throwProblem(eligibility?.refusal ?? 'not_found')
  const { member_id } = client
  const maxStreams = await readStreamLimit(member_id, now)
  return transact(async (tx) => {
    await lockStreams(tx, member_id)
    return replaceStream(tx, client, request, {
      maxStreams,
      streams: await readStreams(tx, member_id, client.session_id),
      now,
    })
  })
}

/** Replaces the player's row by one with a new id, if `decideStream` allows it. */
async function replaceStream(
  tx: Tx,
  client: StreamClient,
  { episode_id, take_over, position }: StreamRequest,
  { maxStreams, streams, now }: { maxStreams: number; streams: readonly StreamRow[]; now: Date },
): Promise<StreamSlot> {
  const { member_id, session_id, device, player } = client
  const decision = decideStream(streams, { player, take_over }, maxStreams, now)
  if (decision.kind === 'refuse')
    throwProblem('too_many_streams', { streams: toActiveStreams(decision.playing) })
  const own = streams.find((stream) => stream.player === player)
  const isSame = own?.episode_id === episode_id
  const isContinued = isSame && Date.parse(own.expires_at) > now.getTime()
  const ended = [...(own ? [own] : []), ...decision.ended]
  await deleteStreams(
    tx,
    ended.map((stream) => stream.id),
  )
  const slot = await insertStream(
    tx,
    {
      member_id,
      session_id,
      player,
      episode_id,
      started_at: isContinued ? own.started_at : now.toISOString(),
      position: position ?? (isSame ? own.position : null),
    },
    now,
  )
  if (ended.length > 0)
    notifyMembers(
      tx,
      ended.map(({ id: stream_id, is_this_browser }) => ({
        member_id,
        channel: 'stream_ended',
        data: { stream_id, by: { id: slot.id, device, is_this_browser } } satisfies StreamEnded,
      })),
    )
  return slot
}

/**
 * Ensures that a session holds a slot for an episode before a content key is issued, in the transaction that
 * issues it. A player with an id takes a free slot; its row for the same episode keeps its id. Without a player id the
 * session must already hold a slot. Locks the member's row.
 * @returns the playhead in seconds: the reported one, else that of the slot; null if neither exists.
 * @throws `too_many_streams` with the active streams; `stream_required`.
 */
export async function holdStream(
  tx: Tx,
  client: Omit<StreamClient, 'player'> & { player: string | null },
  { episode_id, position }: { episode_id: number; position: number | null },
  maxStreams: number,
  now: Date,
): Promise<number | null> {
  const { player } = client
  await lockStreams(tx, client.member_id)
  const streams = await readStreams(tx, client.member_id, client.session_id)
  const ofSession = streams.filter(
    (stream) => stream.is_this_browser && stream.episode_id === episode_id,
  )
  if (player === null) {
    const [held] = ofSession.toSorted((a, b) => b.expires_at.localeCompare(a.expires_at))
    return held ? (position ?? held.position) : throwProblem('stream_required')
  }
  const own = ofSession.find((stream) => stream.player === player)
  if (own && decideStream(streams, { player }, maxStreams, now).kind === 'admit')
    await extendStream(tx, own.id, position ?? own.position, now)
  else
    await replaceStream(
      tx,
      { ...client, player },
      { episode_id, position: position ?? undefined },
      { maxStreams, streams, now },
    )
  return position ?? own?.position ?? null
}

/** The slots in the shape of a refusal, without player ids. */
export const toActiveStreams = (playing: readonly StreamRow[]): ActiveStream[] =>
  playing.map(
    ({
      player: _,
      expires_at: __,
      episode_id: ___,
      is_yielded: ____,
      position: _____,
      ...stream
    }) => stream,
  )
