import { type Answer, type CallInput, type Endpoint } from '#contract/endpoint.ts'
import { createPasswords, insertMember, openSession } from '#server/domains/accounts/index.ts'
import { secretOf } from '#server/config.ts'
import { createSealing } from '#server/kernel/sealing.ts'
import { randomInt, randomUUID } from 'node:crypto'
import type { World } from './world.ts'

/** A member of a test, with a browser that is signed in. */
export type TestMember = {
  id: number
  email: string
  username: string
  phonenumber: string
  password: string
  /** What his browser sends: `sid=…`. */
  cookie: string
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<E>>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

const password = 'seven-lanterns-in-june'
/** Made once: nothing here tests how slow hashing is. */
let hash: Promise<string> | undefined

/**
 * Puts in a member of its own for a test, signed in `signed_in_ago` ms before the world's now; staff has proven a second
 * factor then, too.
 */
export async function makeMember(
  world: World,
  given: {
    email?: string
    username?: string
    phonenumber?: string
    is_staff?: boolean
    is_marketing_agreed?: boolean
    adult_verified_until?: string
    signed_in_ago?: number
  } = {},
): Promise<TestMember> {
  const {
    email = `${randomUUID().slice(0, 8)}@example.com`,
    username = '김한편',
    phonenumber = `010${randomInt(10_000_000, 100_000_000)}`,
    signed_in_ago = 0,
    ...columns
  } = given
  const sealing = createSealing(secretOf(world.config, 'personal'))
  const now = new Date(world.clock.now().getTime() - signed_in_ago)
  const password_hash = await (hash ??= createPasswords().hash(password))
  const { id, token } = await world.transact(async (tx) => {
    const member = await insertMember(
      tx,
      sealing,
      { email, username, phonenumber, password_hash, ...columns },
      now,
    )
    if (!member) throw new Error('Somebody has this address or number')
    const { id } = member
    const visitor = { address: '127.0.0.1', device: 'Chrome · Linux' }
    const { token } = await openSession(tx, id, visitor, now, given.is_staff)
    return { id, token }
  })
  const cookie = `sid=${token}`
  return {
    id,
    email,
    username,
    phonenumber,
    password,
    cookie,
    call: (endpoint, input) => world.call(endpoint, input, { cookie }),
    fetch: (path, init) => world.fetch(path, { ...init, headers: { ...init?.headers, cookie } }),
  }
}
