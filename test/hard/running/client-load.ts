/** Simulates viewers, buyers and players at a request rate, and records acknowledged results. */
import { endpoints } from '#contract/index.ts'
import type { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { watchSocketPath } from '#contract/core/sockets.ts'
import { givenConsents } from '#test/fixtures/payments.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

export type Ground = {
  members: readonly TestMember[]
  /** Episodes that play, and those that are sold for `price` points. */
  free: readonly number[]
  sold: readonly number[]
  price: number
}

export type Load = {
  readonly asked: number
  /** Achieved requests per second. */
  rate(): number
  /** Requests that failed after all retries. */
  readonly failed: readonly string[]
  /** Requests that were retried. */
  readonly retried: readonly string[]
  /** Requests in progress on a killed server: their key answers 409 for up to two minutes, then may be retried. */
  readonly pending: readonly string[]
  /** Durations in ms, the slowest first. */
  slowest(): number[]
  /** Acknowledged purchases and likes, by `member:episode`. */
  readonly bought: ReadonlySet<string>
  readonly liked: ReadonlySet<string>
  /** By `member:episode`: the last second acknowledged as saved. */
  readonly saved: ReadonlyMap<string, number>
  /** How often sockets were closed, by code. */
  readonly closes: ReadonlyMap<number, number>
  /** Ends the load, and waits until all requests end and every player’s last progress is saved. */
  end(): Promise<void>
}

type Told = { status: number; text: string }
type Request = {
  name: string
  method: 'GET' | 'POST'
  path: string
  member?: TestMember
  body?: object
  key?: string
  done?(): void
}

const usual = 200
/** Limits pending requests: a busy machine gets a lower rate, which the report shows. */
const maxPending = 24
const retryAfter = 500
const patience = 60_000

/**
 * @param options.retries retries of a request with the same key: 0 or 1.
 * @param options.per_second target requests per second; 200 by default.
 */
export function beginLoad(
  origin: string,
  ground: Ground,
  options: { retries: 0 | 1; per_second?: number },
): Load {
  const { per_second: perSecond = usual } = options
  const { members, free, sold, price } = ground
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const failed: string[] = []
  const retried: string[] = []
  const pending: string[] = []
  const times: number[] = []
  const bought = new Set<string>()
  const liked = new Set<string>()
  const saved = new Map<string, number>()
  const closes = new Map<number, number>()
  const underWay = new Set<Promise<void>>()
  let sentCount = 0
  let ended = false

  const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T
  const reads: readonly ((n: number) => Request)[] = [
    () => ({ name: 'home', method: 'GET', path: '/' }),
    () => ({ name: 'list', method: 'GET', path: endpoints.contents.listSeries.path }),
    (n) => ({ name: 'list', method: 'GET', path: `/api/contents/episodes/?limit=${10 + (n % 9)}` }),
    (n) => ({ name: 'detail', method: 'GET', path: `/api/contents/episodes/${pick(free, n)}/` }),
    (n) => personal(n, endpoints.accounts.readMe.path),
    (n) => personal(n, endpoints.watch_history.listWatchHistory.path),
    (n) => personal(n, endpoints.watch_history.listContinueWatching.path),
    (n) => personal(n, endpoints.transactions.listPoints.path),
  ]
  const personal = (n: number, path: string): Request => ({
    name: 'personal',
    method: 'GET',
    path,
    member: pick(members, n * 7),
  })
  /** Each member buys each episode once. */
  function purchase(n: number): Request | undefined {
    const member = pick(members, n)
    const episode = sold[Math.floor(n / members.length)]
    if (episode === undefined) return undefined
    return {
      name: 'purchase',
      method: 'POST',
      member,
      key: randomUUID(),
      path: endpoints.transactions.createPointTransaction.path,
      body: {
        changed_point: -price,
        is_event: false,
        is_topup: false,
        episode,
        payment_method: 'point',
        ...givenConsents,
      },
      done: () => void bought.add(`${member.id}:${episode}`),
    }
  }
  function like(n: number): Request {
    const member = pick(members, n)
    const object_id = pick(free, Math.floor(n / members.length))
    return {
      name: 'like',
      method: 'POST',
      member,
      path: endpoints.watch_history.like.path,
      body: { content_type: 'episode', object_id },
      done: () => void liked.add(`${member.id}:${object_id}`),
    }
  }

  function send({ method, path, member, body, key }: Request): Promise<Told> {
    const bytes = body ? Buffer.from(JSON.stringify(body)) : undefined
    return new Promise((resolve, reject) => {
      const asking = request(origin + path, {
        method,
        agent,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(member ? { cookie: member.cookie } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {}),
        },
      })
      asking.setTimeout(patience, () => asking.destroy(new Error('no answer')))
      asking.on('error', reject).on('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('error', reject).on('end', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, text })
          else reject(new Error('cut off'))
        })
      })
      asking.end(bytes)
    })
  }

  async function sendWithRetries(request: Request) {
    sentCount++
    for (let time = 0; ; time++) {
      const began = performance.now()
      const told = await send(request).catch((error: Error) => ({ status: 0, text: error.message }))
      times.push(performance.now() - began)
      if (told.status >= 200 && told.status < 300) return request.done?.()
      const words = `${request.name} ${told.status} ${told.text.slice(0, 160)}`
      if (time >= options.retries)
        return void (told.text.includes('"code":"conflict"') ? pending : failed).push(words)
      retried.push(words)
      await pause(retryAfter)
    }
  }

  let nth = 0
  let due = 0
  const began = performance.now()
  const timer = setInterval(() => {
    for (; due < ((performance.now() - began) / 1_000) * perSecond; due++) {
      if (underWay.size >= maxPending) continue
      const n = nth++
      const request =
        n % 40 === 0 ? purchase(n / 40) : n % 40 === 20 ? like((n - 20) / 40) : undefined
      const asking = sendWithRetries(request ?? pick(reads, n)(Math.floor(n / reads.length)))
      underWay.add(asking)
      void asking.finally(() => underWay.delete(asking))
    }
  }, 5)

  /** Plays until the load ends, and reconnects a closed socket like the player. */
  async function play(member: TestMember, episode_id: number) {
    const key = `${member.id}:${episode_id}`
    let lastSecond = 0
    while (!ended || saved.get(key) !== lastSecond) {
      const socket = new WebSocket(origin.replace('http', 'ws') + watchSocketPath, {
        origin,
        headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin' },
      })
      let opened = false
      socket.on('error', () => {}).on('open', () => (opened = true))
      socket.on('message', (data) => {
        const answer = JSON.parse((data as Buffer).toString()) as WatchSocketMessage
        if (answer.type === 'saved') saved.set(key, answer.progress)
        if (answer.type === 'error') failed.push(`socket ${answer.code}`)
      })
      const closed = new Promise<void>((resolve) =>
        socket.on('close', (code) => {
          if (opened) closes.set(code, (closes.get(code) ?? 0) + 1)
          resolve()
        }),
      )
      const speaking = setInterval(() => {
        if (socket.readyState !== WebSocket.OPEN) return
        // At the end the last progress is repeated until it is saved.
        socket.send(JSON.stringify({ episode_id, progress: ended ? lastSecond : ++lastSecond }))
        if (ended && saved.get(key) === lastSecond) socket.close()
      }, 600)
      await closed
      clearInterval(speaking)
      if (!ended) await pause(200)
    }
  }
  const players = members.map((member, n) => play(member, pick(free, n)))

  return {
    get asked() {
      return sentCount
    },
    rate: () => (nth / Math.max(1, due)) * perSecond,
    failed,
    retried,
    pending,
    bought,
    liked,
    saved,
    closes,
    slowest: () => times.toSorted((a, b) => b - a),
    async end() {
      clearInterval(timer)
      ended = true
      await Promise.all([...underWay, ...players])
      agent.destroy()
    },
  }
}
