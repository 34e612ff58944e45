import { endpoints } from '#contract/index.ts'
import type { Progress, SocketAnswer } from '#contract/watching.ts'
import { watchSocketPath } from '#contract/watching.ts'
import { makeEpisodes } from './episodes.ts'
import type { TestMember } from './members.ts'
import type { World } from './world.ts'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'

/** Episodes that play, without a film: `runtime` seconds long, 1,000 unless told. */
export async function makePlayable(
  world: World,
  wishes: Parameters<typeof makeEpisodes>[1],
  runtime = 1_000,
): Promise<number[]> {
  const ids = await makeEpisodes(world, wishes)
  await world.pool.query(
    `update episodes set video_state = 'ready', runtime = $2 where id = any($1)`,
    [ids, runtime],
  )
  return ids
}

/** Has a member be so far in an episode, as his player says where the socket is dead. */
export function watch(_world: World, member: TestMember, episode_id: number, progress: number) {
  return member.call(endpoints.watching.saveProgress, { body: { episode_id, progress } })
}

export type TestSocket = {
  socket: WebSocket
  /** Everything it heard so far. */
  heard: SocketAnswer[]
  say(progress: Progress): void
  /** Says how far it is, and waits until that is saved. */
  save(progress: Progress): Promise<SocketAnswer>
  /** Waits for an answer of this kind that was not waited for before. */
  next<T extends SocketAnswer['type']>(type: T): Promise<Extract<SocketAnswer, { type: T }>>
  closed: Promise<number>
}

/** Opens a socket as the browser of a member; closed with the test. */
export async function openSocket(
  origin: string,
  { cookie }: Pick<TestMember, 'cookie'>,
): Promise<TestSocket> {
  const socket = new WebSocket(origin.replace('http', 'ws') + watchSocketPath, {
    origin,
    headers: { cookie },
  })
  const heard: SocketAnswer[] = []
  const taken = new Set<SocketAnswer>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) =>
    heard.push(JSON.parse((data as Buffer).toString()) as SocketAnswer),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject)
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(String(response.statusCode))),
    )
  })
  onTestFinished(() => socket.terminate())
  const say = (progress: Progress) => socket.send(JSON.stringify(progress))
  const next = async <T extends SocketAnswer['type']>(type: T) => {
    const found = await vi.waitUntil(
      () => heard.find((answer) => answer.type === type && !taken.has(answer)),
      { timeout: 5_000, interval: 5 },
    )
    taken.add(found)
    return found as Extract<SocketAnswer, { type: T }>
  }
  return {
    ...{ socket, heard, say, next, closed },
    save(progress) {
      say(progress)
      return next('saved')
    },
  }
}

/** Gives a member one row of everything in watching, reviews, money, customer service and the studio that names him. */
export async function plantTraces(world: World, member_id: number) {
  const [episode] = await makePlayable(world, [{}])
  const at = world.clock.now().toISOString()
  await world.pool.query(
    `with work as (select id, series_id from episodes where id = $2), history as (
       insert into histories (member_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, viewed_on, screen)
       select $1, id, series_id, 30, false, $3::timestamptz, $3, current_date, 1 from work
     ), liked as (
       insert into likes (member_id, series_id, created_at) select $1, series_id, $3 from work
     ), review as (
       insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
       select $1, series_id, 8, '잘 봤어요', false, $3, $3 from work returning id
     ), wallet as (
       insert into wallets (member_id, customer_key, moved_at) values ($1, 'traces-of-' || $1::int, $3)
     ), key as (
       insert into idempotency_keys (member_id, key, request_hash, created_at) values ($1, 'a key', '', $3)
     ), stream as (
       insert into streams (member_id, session_id, player, episode_id, began_at, ends_at)
       select $1, min(s.id), 'a-tab-of-this-test', $2, $3, $3 from sessions s where s.member_id = $1 having count(*) > 0
     ), asked as (
       insert into inquiries (member_id, subject_id, title, context, created_at, assignee_id, answered_by)
       select $1, 1, '로그인이 안 돼요', '비밀번호를 바꿨는데도 그래요.', $3::timestamptz, $1, $1 from work
     ), app as (
       insert into authenticators (member_id, pending_sealed) values ($1, '')
     ), act as (
       insert into studio_acts (staff_id, staff_name, at, kind, subject_kind, address)
       values ($1, '김한편', $3, 'test.done', 'test', '127.0.0.1')
     ), sent as (
       insert into studio_uploads (token, name, bytes, staff_id, address, created_at, ends_at)
       values (md5('traces of ' || $1::int), '영화.mp4', 1, $1, '127.0.0.1', $3, $3)
     ), vote as (insert into review_helpfuls (review_id, member_id) select id, $1 from review)
     insert into review_reports (review_id, member_id, reason, created_at) select id, $1, 'other', $3 from review`,
    [member_id, episode, at],
  )
}
