import { throwProblem } from '#server/shared/problem-error.ts'
import { createConcurrencyLimit } from '#server/shared/concurrency-limit.ts'
import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
/** Hashing fills a core each: so many at once, so many more may wait, and the rest is told to come back. */
const atOnce = 2
const mayWait = 100

type Hashing = {
  /**
   * @returns a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
   * @param isGone looked at when the turn comes: nobody hashes for somebody who hung up.
   */
  hash(password: string, isGone?: () => boolean): Promise<string>
  /**
   * Whether `password` is what `phc` was made of. With null (nobody has such an address) the same work is done and the
   * answer is no, so that the time tells nothing.
   */
  verify(phc: string | null, password: string, isGone?: () => boolean): Promise<boolean>
}

export type PasswordHasher = Hashing & {
  /**
   * Runs `work` with a place kept for what it hashes. Where much is asked of us at once, who cannot be served is
   * told so before anything was read or counted for him.
   * @throws Refusal `service_unavailable`
   */
  withHashingSlot<T>(work: (passwords: Hashing) => Promise<T>): Promise<T>
  /** Whether `phc` was made with lower settings than today's. */
  needsRehash(phc: string): boolean
}

/**
 * Argon2id (RFC 9106) by Node's own crypto, in PHC string format. It runs on libuv's threads, of which files and names
 * need their share: of the four there are, two hash.
 * @throws Refusal `service_unavailable` when too many are waiting.
 */
export function createPasswordHasher(): PasswordHasher {
  let places = atOnce + mayWait
  const inTurn = createConcurrencyLimit({ at_once: atOnce, may_wait: mayWait })

  const derive = (
    password: string,
    salt: Buffer,
    settings: typeof current,
    isGone: () => boolean,
  ): Promise<Buffer> =>
    inTurn(async () => {
      if (isGone()) throwProblem('service_unavailable')
      return derived(password, salt, settings)
    })

  const stranger = { salt: randomBytes(16), tag: randomBytes(tagLength), settings: current }
  const hashing: Hashing = {
    async hash(password, isGone = () => false) {
      const salt = randomBytes(16)
      return phcOf(salt, await derive(password, salt, current, isGone), current)
    },
    async verify(phc, password, isGone = () => false) {
      const parsed = phc === null ? stranger : parsePhc(phc)
      const tag = await derive(password, parsed.salt, parsed.settings, isGone)
      return timingSafeEqual(tag, parsed.tag) && phc !== null
    },
  }

  async function withPlace<T>(work: (passwords: Hashing) => Promise<T>): Promise<T> {
    if (places === 0) throwProblem('service_unavailable', { retry_after: 2 })
    places--
    try {
      return await work(hashing)
    } finally {
      places++
    }
  }

  return {
    withHashingSlot: withPlace,
    hash: (...given) => withPlace(({ hash }) => hash(...given)),
    verify: (...given) => withPlace(({ verify }) => verify(...given)),
    needsRehash(phc) {
      const { settings } = parsePhc(phc)
      return settings.memory < current.memory || settings.passes < current.passes
    },
  }
}

function derived(password: string, nonce: Buffer, settings: typeof current): Promise<Buffer> {
  // NFC: the same password typed on a Mac and on Windows is the same bytes (RFC 8265).
  const parameters: Argon2Parameters = {
    message: password.normalize('NFC'),
    nonce,
    tagLength,
    ...settings,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function phcOf(salt: Buffer, tag: Buffer, { memory, passes, parallelism }: typeof current): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function parsePhc(phc: string) {
  const match = phc.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/)
  if (!match) throw new Error('Not a password hash of ours')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    settings: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
