import { throwProblem } from '#server/shared/problem-error.ts'
import { createConcurrencyLimit } from '#server/shared/async/concurrency-limit.ts'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveTag = promisify(argon2)

/** The second OWASP configuration for Argon2id: 19 MiB (in KiB), two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** Each hash uses a full core. Calls beyond both limits fail with `service_unavailable`. */
const maxConcurrent = 2
const maxQueued = 100
/** Signed-in members leave at least one hash at a time to sign-ins, which therefore come before them. */
const maxConcurrentOfMembers = maxConcurrent - 1
/** Per member: with the running one as many as guesses are permitted at once. */
const maxQueuedOfMember = 4

type Hashing = {
  /**
   * @returns a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
   * @param isAborted checked when the call leaves the queue; no hash is computed for a client that has disconnected.
   */
  hash(password: string, isAborted?: () => boolean): Promise<string>
  /**
   * Whether `password` matches `phc`. With null (unregistered address) the same work is done and the result is false, so
   * that timing reveals nothing.
   */
  verify(phc: string | null, password: string, isAborted?: () => boolean): Promise<boolean>
}

export type HashingQueue = Hashing & {
  /**
   * Runs `work` with a reserved hashing slot, so that an overloaded server rejects the request before any query or
   * rate limit.
   * @throws ProblemError `service_unavailable`
   */
  withHashingSlot<T>(work: (passwords: Hashing) => Promise<T>): Promise<T>
}

export type PasswordHasher = HashingQueue & {
  /** The queue of a signed-in member: one slot at a time, and sign-ins come first. */
  forMember(member_id: number): HashingQueue
  /** Whether `phc` has weaker settings than the current ones. */
  needsRehash(phc: string): boolean
}

/**
 * Creates an Argon2id hasher (RFC 9106) on Node's crypto, in PHC string format. Hashes run on libuv's four threads, which
 * file I/O and DNS also need, so at most two hashes run at a time.
 */
export function createPasswordHasher(): PasswordHasher {
  let freeSlots = maxConcurrent + maxQueued
  const limitConcurrency = createConcurrencyLimit({
    concurrency: maxConcurrent,
    max_queued: maxQueued,
  })

  const limitMembers = createConcurrencyLimit({
    concurrency: maxConcurrentOfMembers,
    max_queued: maxQueued,
  })
  type Turn = (work: () => Promise<Buffer>) => Promise<Buffer>
  const hashing = createHashing(limitConcurrency)
  const memberHashing = createHashing((work) => limitMembers(() => limitConcurrency(work)))

  function createHashing(takeTurn: Turn): Hashing {
    const derive = (
      password: string,
      salt: Buffer,
      settings: typeof current,
      isAborted: () => boolean,
    ): Promise<Buffer> =>
      takeTurn(async () => {
        if (isAborted()) throwProblem('service_unavailable')
        return computeTag(password, salt, settings)
      })
    return {
      async hash(password, isAborted = () => false) {
        const salt = randomBytes(16)
        return formatPhc(salt, await derive(password, salt, current, isAborted), current)
      },
      async verify(phc, password, isAborted = () => false) {
        const parsed = phc === null ? dummyHash : parsePhc(phc)
        const tag = await derive(password, parsed.salt, parsed.settings, isAborted)
        return timingSafeEqual(tag, parsed.tag) && phc !== null
      },
    }
  }

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (freeSlots === 0) throwProblem('service_unavailable', { retry_after: 2 })
    freeSlots--
    try {
      return await work()
    } finally {
      freeSlots++
    }
  }

  const createQueue = (withHashingSlot: HashingQueue['withHashingSlot']): HashingQueue => ({
    withHashingSlot,
    hash: (...args) => withHashingSlot(({ hash }) => hash(...args)),
    verify: (...args) => withHashingSlot(({ verify }) => verify(...args)),
  })

  type MemberQueue = { run: ReturnType<typeof createConcurrencyLimit>; pending: number }
  const memberQueues = new Map<number, MemberQueue>()

  async function takeMemberTurn<T>(member_id: number, work: () => Promise<T>): Promise<T> {
    const newQueue = () => ({
      run: createConcurrencyLimit({ concurrency: 1, max_queued: maxQueuedOfMember }),
      pending: 0,
    })
    const queue = memberQueues.get(member_id) ?? newQueue()
    memberQueues.set(member_id, queue)
    queue.pending++
    try {
      return await queue.run(work)
    } finally {
      queue.pending--
      if (queue.pending === 0) memberQueues.delete(member_id)
    }
  }

  return {
    ...createQueue((work) => withSlot(() => work(hashing))),
    forMember: (member_id) =>
      createQueue((work) => takeMemberTurn(member_id, () => withSlot(() => work(memberHashing)))),
    needsRehash(phc) {
      const { settings } = parsePhc(phc)
      return settings.memory < current.memory || settings.passes < current.passes
    },
  }
}

const dummyHash = { salt: randomBytes(16), tag: randomBytes(tagLength), settings: current }

function computeTag(password: string, nonce: Buffer, settings: typeof current): Promise<Buffer> {
  // NFC makes the bytes independent of the operating system's input method (RFC 8265).
  const message = password.normalize('NFC')
  return deriveTag('argon2id', { message, nonce, tagLength, ...settings })
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const formatPhc = (salt: Buffer, tag: Buffer, { memory, passes, parallelism }: typeof current) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

function parsePhc(phc: string) {
  const match = phc.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/)
  if (!match) throw new Error('Unsupported password hash format')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    settings: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
