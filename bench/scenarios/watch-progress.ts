/** Watch progress: throughput of one process, time until saved, cost per socket; and reading a long history. */
import { watchSocketPath } from '#contract/core/sockets.ts'
import { checkPlaybackEligibility } from '#server/domains/playback/index.ts'
import { readWatchHistory } from '#server/domains/watch-history/history-queries.ts'
import type { ProgressUpdate } from '#server/domains/watch-history/progress/pending-updates.ts'
import {
  progressBatchSize,
  writeProgress,
} from '#server/domains/watch-history/progress/progress-recorder.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import type { SocketClientOptions, SocketWorkload, SocketResult } from '../clients/socket-client.ts'
import { median, milliseconds, rateRow, type Row } from '../report.ts'
import { type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'

const sockets = 5_000
const batch = 1_000
const manyRows = 100_000
const fewRows = 20

export async function benchWatchProgress(app: BenchApp): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const database = openDatabase(app.url, { connections: 2, name: 'bench', limits: 'none' })
  try {
    const { cookies, profiles } = await createMembers(owner, 'watching', sockets)
    const episode_id = await playable(owner)
    return [
      ...(await benchSockets(app, { cookies, episode_id })),
      ...(await benchRows(database, owner, profiles, episode_id)),
      ...(await benchHistory(database, owner, profiles)),
    ]
  } finally {
    await database.close()
    await owner.end()
  }
}

async function playable(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `update episodes set video_state = 'ready', runtime = 3600, released_at = null where id = (
       select min(e.id) from episodes e join series s on s.id = e.series_id where e.is_free and s.age_rating = 'ALL')
     returning id`,
  )
  return rows[0]!.id
}

const answerOf = <T>(child: ChildProcess, told: unknown) =>
  new Promise<T>((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as T))
    child.once('exit', (code) => reject(new Error(`The client ended with ${code}`)))
    child.send(told as object)
  })

/** Memory of a process and its CPU seconds since it started. */
type Use = { bytes: number; cpu: number }

/** Runs one contestant with all sockets open: floods, waits for `saved`, and measures the memory per socket. */
async function measure(
  opening: SocketClientOptions,
  spent: () => Promise<Use>,
  orders: readonly SocketWorkload[],
): Promise<{ reply: (SocketResult & { cpu: number })[]; bytes: number }> {
  const { child } = await startNode(join(import.meta.dirname, '../clients/socket-client.ts'), {
    as: 'client',
  })
  try {
    const before = await spent()
    await answerOf(child, opening)
    const bytes = ((await spent()).bytes - before.bytes) / opening.cookies.length
    const reply: (SocketResult & { cpu: number })[] = []
    for (const order of orders) {
      const { cpu } = await spent()
      const result = await answerOf<SocketResult>(child, order)
      reply.push({ ...result, cpu: (await spent()).cpu - cpu })
    }
    return { reply, bytes }
  } finally {
    await stopProcess(child)
  }
}

const flood: SocketWorkload = { kind: 'flood', seconds: 5 }
const saving: SocketWorkload = { kind: 'save', seconds: 10 }

async function benchSockets(
  app: BenchApp,
  options: { cookies: string[]; episode_id: number },
): Promise<Row[]> {
  const bare = await startNode(join(import.meta.dirname, '../baselines/socket-baseline.ts'), {
    as: 'server',
  })
  const origin = await app.serve()
  const port = Number(new URL(origin).port)
  const used = async (): Promise<Use> => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    const figure = (name: string) => Number(text.match(new RegExp(`^${name} ([\\d.]+)`, 'm'))?.[1])
    return {
      bytes: figure('process_resident_memory_bytes'),
      cpu: figure('process_cpu_seconds_total'),
    }
  }
  try {
    const floods = [flood, flood, flood]
    const opening = { ...options, path: watchSocketPath }
    const theirs = await measure(
      { ...opening, port: bare.reply as number },
      () => answerOf<Use>(bare.child, 'use'),
      floods,
    )
    const ours = await measure({ ...opening, port }, used, [...floods, saving])
    // Per second of CPU: the capacity of one core, whatever else the machine runs.
    const rate = (reply: readonly { messages: number; cpu: number }[]) =>
      median(reply.map((result) => result.messages / result.cpu))
    const ratio = rate(ours.reply.slice(0, 3)) / rate(theirs.reply)
    const saved = ours.reply[3]!
    const kilobytes = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`
    return [
      rateRow({
        name: `progress taken in a second of one core, ${sockets} sockets`,
        ours: rate(ours.reply.slice(0, 3)),
        baseline: rate(theirs.reply),
        of: 'bare ws, parsed and dropped',
        ratio,
        bar: 0.5,
      }),
      {
        name: `message to saved, p99 of ${saved.messages}, ${sockets} sockets at once`,
        ours: `${milliseconds(saved.p99)} (median ${milliseconds(saved.p50)})`,
        baseline: '',
        bar: '< 1.5 s',
        ok: saved.p99 < 1_500,
      },
      {
        name: 'memory a socket',
        ours: kilobytes(ours.bytes),
        baseline: `${kilobytes(theirs.bytes)} bare ws`,
        ratio: ours.bytes / theirs.bytes,
        bar: '',
      },
    ]
  } finally {
    await stopProcess(bare.child)
  }
}

/** Rows per second as the recorder writes them, beside bare upserts into a table with only its key. */
async function benchRows(
  database: Database,
  owner: pg.Client,
  profiles: readonly number[],
  episode_id: number,
): Promise<Row[]> {
  await owner.query(
    `create table bare_progress (profile_id int, episode_id int, progress int, updated_at timestamptz,
       primary key (profile_id, episode_id)) with (fillfactor = 70)`,
  )
  await owner.query('grant all on bare_progress to public')
  // The rows of the sockets have other progress sources, for which every update here would be outdated.
  await owner.query('delete from watch_histories')
  await owner.query('vacuum watch_histories')
  const [episode] = await checkPlaybackEligibility(
    database.db,
    [{ profile_id: profiles[0]!, episode_id }],
    new Date(),
  )
  if (!episode || 'refusal' in episode) throw new Error('The episode does not play')
  let progress = 0
  const ours = async () => {
    progress++
    for (let start = 0; start < profiles.length; start += progressBatchSize) {
      const words = profiles
        .slice(start, start + progressBatchSize)
        .map((profile_id): ProgressUpdate => ({
          profile_id,
          episode_id,
          progress,
          batch: 0,
          others: undefined,
          episode,
          source: {
            id: profile_id,
            session_id: 0,
            onSaved() {},
            onRejected() {},
            onFailed: () => false,
          },
        }))
      await database.transact((tx) => writeProgress(tx, words, new Date()))
    }
  }
  const bare = async () => {
    progress++
    for (let start = 0; start < profiles.length; start += batch) {
      const some = profiles.slice(start, start + batch)
      await database.pool.query(
        `insert into bare_progress select * from unnest($1::int[], $2::int[], $3::int[], $4::timestamptz[])
         on conflict (profile_id, episode_id) do update
         set progress = excluded.progress, updated_at = excluded.updated_at`,
        [
          ...[some, some.map(() => episode_id), some.map(() => progress)],
          some.map(() => new Date().toISOString()),
        ],
      )
    }
  }
  const timed = async (work: () => Promise<void>) => {
    const startedAt = performance.now()
    for (let turn = 0; turn < 4; turn++) await work()
    return (4 * profiles.length) / ((performance.now() - startedAt) / 1_000)
  }
  await Promise.all([ours(), bare()])
  const rates: [number, number][] = []
  for (let round = 0; round < 9; round++) rates.push([await timed(ours), await timed(bare)])
  const ratio = median(rates.map(([rate, other]) => rate / other))
  return [
    rateRow({
      name: 'progress written, rows a second',
      ours: median(rates.map(([rate]) => rate)),
      baseline: median(rates.map(([, other]) => other)),
      of: `bare upserts of ${batch}`,
      ratio,
      bar: 0.7,
    }),
  ]
}

/** First page of a member who has watched everything, beside that of one with a short history. */
async function benchHistory(
  database: Database,
  owner: pg.Client,
  profiles: readonly number[],
): Promise<Row[]> {
  const [many = 0, few = 0] = profiles.slice(-2)
  await owner.query('delete from watch_histories')
  await owner.query(
    `with work as (insert into series (title, age_rating, is_series) values ('아주 긴 이야기', 'ALL', true) returning id),
       season as (insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id)
     insert into episodes (series_id, season_id, number, title, is_free)
     select series_id, id, at, at || '화', true from season, generate_series(1, $1) as at`,
    [manyRows],
  )
  for (const [profile_id, rows] of [
    [many, manyRows],
    [few, fewRows],
  ])
    await owner.query(
      `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, in_continue_watching, watched_at, updated_at, counted_on, source_id)
       select $1, e.id, e.series_id, 10, false, false, now() - e.number * interval '1 minute', now(), current_date, 1
       from episodes e join series s on s.id = e.series_id
       where s.title = '아주 긴 이야기' and e.number <= $2`,
      [profile_id, rows],
    )
  await owner.query('vacuum analyze watch_histories, episodes, series, profile_list_counts')
  const page = { limit: 20, offset: 0 }
  const timed = async (id: number) => {
    const profile = { id, age_limit: '19' } as const
    const startedAt = performance.now()
    for (let turn = 0; turn < 50; turn++) await readWatchHistory(database.db, profile, page)
    return (performance.now() - startedAt) / 50
  }
  await timed(many)
  const times: [number, number][] = []
  for (let round = 0; round < 15; round++) times.push([await timed(many), await timed(few)])
  const ratio = median(times.map(([time, other]) => time / other))
  return [
    {
      name: `first page of a history of ${manyRows} lines`,
      ours: milliseconds(median(times.map(([time]) => time))),
      baseline: `${milliseconds(median(times.map(([, other]) => other)))} of ${fewRows}`,
      ratio,
      bar: '<= 1.3',
      ok: ratio <= 1.3,
    },
  ]
}
