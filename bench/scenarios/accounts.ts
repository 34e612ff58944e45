import { createPasswordHasher, createSession } from '#server/domains/accounts/index.ts'
import { openDatabase } from '#server/db/client.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import type { LatencySamples, RequestSpec } from '../clients/request-client.ts'
import { percentile, sendRequests } from '../lib/send-requests.ts'
import type { HashBaselineOptions } from '../baselines/hash-baseline.ts'
import type { HttpBaselineOptions } from '../baselines/http-baseline.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { compare } from '../lib/load.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import { median, milliseconds, rateRow, type Row } from '../report.ts'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const password = 'seven-lanterns-in-june'
const members = 200
/** Concurrency limits of the server, from its configuration and `passwords.ts`. */
const connections = 10
const hashesAtOnce = 2
const rounds = 5
const seconds = 3
const patience = 100

/** The member endpoint beside a bare server that reads the same row; signing in beside bare hashing. */
export async function benchAccounts(app: BenchApp): Promise<Row[]> {
  const { cookie, emails, member_id } = await insertMembers(app)
  // Each sign-in rejected by the concurrency limit writes a log line.
  const origin = await app.serve({ LOG_LEVEL: 'silent' })
  return [
    ...(await benchMe(app, origin, cookie, member_id)),
    ...(await benchSignIn(origin, cookie, emails)),
  ]
}

/** Inserts members with the same password and a session of the first. */
async function insertMembers(app: BenchApp) {
  const { transact, close } = openDatabase(app.url, { connections: 1, name: 'bench' })
  try {
    const encryption = createEncryption(app.env['DATA_ENCRYPTION_SECRET'] ?? '')
    const password_hash = await createPasswordHasher().hash(password)
    const now = new Date()
    const at = now.toISOString()
    const phones = Array.from({ length: members }, (_, n) => `010${20_000_000 + n}`)
    const emails = phones.map((phone) => `bench-${phone}@example.com`)
    return await transact(async (tx) => {
      await tx
        .insertInto('members')
        .values(
          phones.map((phone, n) => ({
            email: emails[n] ?? '',
            username: '김한편',
            phone_ciphertext: encryption.encrypt(phone),
            phone_blind_index: encryption.blindIndex('phone', phone),
            password_hash,
            password_changed_at: at,
            created_at: at,
          })),
        )
        .execute()
      const { id } = await tx
        .selectFrom('members')
        .select('id')
        .where('email', '=', emails[0] ?? '')
        .executeTakeFirstOrThrow()
      const visitor = { address: '127.0.0.1', device: 'bench' }
      const { token } = await createSession(tx, id, visitor, now)
      return { cookie: `sid=${token}`, emails, member_id: id }
    })
  } finally {
    await close()
  }
}

async function benchMe(
  app: BenchApp,
  origin: string,
  cookie: string,
  member_id: number,
): Promise<Row[]> {
  const bare: HttpBaselineOptions = {
    kind: 'row',
    url: app.url,
    connections,
    sql: `select id, email, username, encode(phone_ciphertext, 'hex') as phonenumber, null as profile_image,
      0 as event_point, 0 as paid_point, is_marketing_agreed, adult_verified_until, is_staff from members where id = $1`,
    parameters: [member_id],
  }
  const { child, reply } = await startNode(
    join(import.meta.dirname, '../baselines/http-baseline.ts'),
    {
      initialMessage: bare,
      as: 'server',
    },
  )
  try {
    const { medians, ratios } = await compare([
      { urls: [`${origin}/api/accounts/me/`], headers: { cookie } },
      { urls: [`http://127.0.0.1:${reply as number}/`] },
    ])
    const ratio = ratios[0]?.answers ?? 0
    return [
      rateRow({
        name: 'me/, 32 connections',
        ours: medians[0]?.answers ?? 0,
        baseline: medians[1]?.answers ?? 0,
        of: 'bare node:http with one SELECT by pg',
        ratio,
        bar: 0.6,
      }),
    ]
  } finally {
    await stopProcess(child)
  }
}

async function benchSignIn(
  origin: string,
  cookie: string,
  emails: readonly string[],
): Promise<Row[]> {
  const signIn = {
    name: 'sign-in',
    method: 'POST',
    url: `${origin}/api/accounts/login/`,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    bodies: emails.map((email) => JSON.stringify({ email, password })),
  } as const
  const others: RequestSpec[] = [
    {
      name: 'me/',
      method: 'GET',
      url: `${origin}/api/accounts/me/`,
      headers: { cookie },
      rest: 10,
    },
    {
      name: 'public list',
      method: 'GET',
      url: `${origin}/api/contents/episodes/?limit=50&ordering=-viewer_count`,
      rest: 10,
    },
  ]
  const { child } = await startNode(join(import.meta.dirname, '../baselines/hash-baseline.ts'), {
    as: 'server',
  })
  try {
    const ours: number[] = []
    const bare: number[] = []
    const during: LatencySamples[] = []
    await sendRequests([{ ...signIn, connections: 8 }], 1)
    for (let round = 0; round < rounds; round++) {
      const answers = await sendRequests([{ ...signIn, connections: 8 }, ...others], seconds)
      during.push(answers)
      ours.push((answers['sign-in']?.[200]?.length ?? 0) / seconds)
      // The same requests run beside bare hashing, so that both share the machine equally.
      const [rate] = await Promise.all([
        hashes(child, { at_once: hashesAtOnce, seconds }),
        sendRequests(others, seconds),
      ])
      bare.push(rate)
    }
    const ratio = median(ours.map((own, round) => own / (bare[round] ?? Number.NaN)))
    const flood = await sendRequests([{ ...signIn, offered: 1_000 }, ...others], 5)
    const idle = await sendRequests(others, seconds)
    return [
      rateRow({
        name: 'sign-ins, 8 at once',
        ours: median(ours),
        baseline: median(bare),
        of: `bare argon2id, ${hashesAtOnce} at once, beside the same other calls`,
        ratio,
        bar: 0.9,
      }),
      ...others.map(({ name }) =>
        slowest(`${name} meanwhile, p99`, timesOf(during, name), timesOf([idle], name)),
      ),
      ...offeredRows(flood),
      ...others.map(({ name }) =>
        slowest(
          `${name} while 1,000 sign-ins a second come, p99`,
          timesOf([flood], name),
          timesOf([idle], name),
        ),
      ),
    ]
  } finally {
    await stopProcess(child)
  }
}

/** Summarizes the statuses of excess sign-ins. */
function offeredRows(flood: LatencySamples): Row[] {
  const statuses = flood['sign-in'] ?? {}
  const summary = Object.entries(statuses).map(([status, times]) => `${times.length} of ${status}`)
  const strange = Object.keys(statuses).filter((status) => !['200', '503'].includes(status))
  const refused = statuses[503] ?? []
  return [
    {
      name: '1,000 sign-ins a second for 5 s',
      ours: summary.join(', '),
      baseline: '',
      bar: '200 or 503',
      ok: strange.length === 0,
    },
    {
      // The p99 would measure the client opening hundreds of connections at once.
      name: 'a sign-in that finds no place is told so, median',
      ours: `${milliseconds(median(refused))} (p99 ${milliseconds(percentile(refused, 0.99))})`,
      baseline: '',
      bar: `< ${patience} ms`,
      ok: median(refused) < patience,
    },
  ]
}

function slowest(name: string, times: readonly number[], idle: readonly number[]): Row {
  const worst = percentile(times, 0.99)
  return {
    name,
    ours: `${milliseconds(worst)} (median ${milliseconds(median(times))})`,
    baseline:
      idle.length > 0 ? `${milliseconds(percentile(idle, 0.99))} with nobody signing in` : '',
    bar: `< ${patience} ms`,
    ok: worst < patience,
  }
}

const timesOf = (answers: readonly LatencySamples[], name: string) =>
  answers.flatMap((answer) => answer[name]?.[200] ?? [])

function hashes(child: ChildProcess, options: HashBaselineOptions): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (rate) => resolve(rate as number))
    child.send(options)
  })
}
