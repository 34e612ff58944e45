/** What this domain's tests stand on: a PostgreSQL of their own, works to order, and calls without HTTP. */
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Caller, Handler } from '#server/kernel/handler.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { contentsHandlers } from './handlers.ts'

type Query = Record<string, string | number | boolean>

export type Ground = Awaited<ReturnType<typeof openGround>>

/** Starts PostgreSQL in a temporary folder; `close` leaves nothing behind. */
export async function openGround() {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-contents-'))
  const embedded = await startEmbedded(folder, { durable: false })
  await migrate(embedded.owner_url)
  const database: Database = openDatabase(embedded.url, { connections: 4, name: 'test' })
  const listener = new pg.Client({ connectionString: embedded.url })
  const heard: string[] = []
  listener.on('notification', (message) => heard.push(...(message.payload ?? '').split(' ')))
  await listener.connect()
  await listener.query('listen stale')

  /** Calls a handler as the house does: input checked by the contract, the answer too. */
  async function call<E extends Endpoint>(endpoint: E, input: { id?: number; query?: Query } = {}) {
    const tags: string[] = []
    const text = Object.fromEntries(
      Object.entries(input.query ?? {}).map(([k, v]) => [k, String(v)]),
    )
    const given = {
      params: endpoint.params?.parse({ id: String(input.id) }),
      query: endpoint.query?.parse(text),
      db: database.db,
      transact: database.transact,
      now: new Date(),
      member: null,
      tag: (...names: string[]) => void tags.push(...names),
    } satisfies Caller & Record<string, unknown>
    const name = Object.entries(endpoints.contents).find(
      ([, one]) => one.path === endpoint.path,
    )?.[0]
    const handler = contentsHandlers[name as keyof typeof contentsHandlers] as unknown as Handler<E>
    const value = await handler(given as never)
    return { value: endpoint.answer?.parse(value) as Answer<E>, tags }
  }

  return {
    ...database,
    call,
    /** The tags told since the last time, by everything that was committed. */
    async told(): Promise<string[]> {
      // A notice of our own comes after all the earlier ones.
      const mark = `mark-${Math.random()}`
      await database.pool.query(`select pg_notify('stale', $1)`, [mark])
      while (!heard.includes(mark))
        await new Promise((resolve) => listener.once('notification', resolve))
      return heard.splice(0).filter((tag) => tag !== mark)
    },
    async close() {
      await listener.end()
      await database.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let made = 0

/** Puts in a work of one season. Everything has a default; `episodes` are columns of each episode. */
export async function makeSeries(
  { transact }: Pick<Database, 'transact'>,
  series: Record<string, unknown> = {},
  episodes: Record<string, unknown>[] = [],
) {
  return transact(async (tx) => {
    const { id } = await tx
      .insertInto('series')
      .values({ title: `작품 ${++made}`, age_rating: 'ALL', is_series: true, ...series } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const season = await tx
      .insertInto('seasons')
      .values({ series_id: id, number: 1, title: '시즌 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ids =
      episodes.length === 0
        ? []
        : await tx
            .insertInto('episodes')
            .values(
              episodes.map((episode, index) => ({
                ...{
                  series_id: id,
                  season_id: season.id,
                  number: index + 1,
                  title: `${index + 1}화`,
                },
                ...episode,
              })) as never,
            )
            .returning('id')
            .execute()
    return { id, season_id: season.id, episode_ids: ids.map((row) => row.id) }
  })
}
