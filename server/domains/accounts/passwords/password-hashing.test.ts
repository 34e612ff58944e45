import { ProblemError } from '#server/shared/problem-error.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hashing.ts'

const passwords = createPasswordHasher()
const lantern = 'seven-lanterns-in-june'

test('uses a random salt and the current settings, and verifies only the exact password', async () => {
  const [phc, other] = [await passwords.hash(lantern), await passwords.hash(lantern)]
  expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(phc).not.toBe(other)
  expect(await passwords.verify(phc, lantern)).toBe(true)
  expect(await passwords.verify(phc, `${lantern} `)).toBe(false)
  expect(await passwords.verify(phc, lantern.toUpperCase())).toBe(false)
  expect(passwords.needsRehash(phc)).toBe(false)
})

test('verifies a hash of the Argon2 reference implementation', async () => {
  // phc-winner-argon2: `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 4 -l 24 -v 13 -e`
  const referenceHash =
    '$argon2id$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo'
  expect(await passwords.verify(referenceHash, 'password')).toBe(true)
})

test('verifies no password against a missing hash', async () => {
  expect(await passwords.verify(null, lantern)).toBe(false)
  expect(await passwords.verify(null, '')).toBe(false)
})

test('requires a rehash for weaker settings', () => {
  const hashWith = (settings: string) => `$argon2id$v=19$${settings}$c29tZXNhbHQ$AAAA`
  expect(passwords.needsRehash(hashWith('m=19455,t=2,p=1'))).toBe(true)
  expect(passwords.needsRehash(hashWith('m=19456,t=1,p=1'))).toBe(true)
  expect(passwords.needsRehash(hashWith('m=65536,t=3,p=1'))).toBe(false)
})

test('compares passwords after Unicode normalization', async () => {
  const phc = await passwords.hash('여름밤의 이야기'.normalize('NFD'))
  expect(await passwords.verify(phc, '여름밤의 이야기'.normalize('NFC'))).toBe(true)
})

test('rejects calls beyond 102 slots until slots are released', async () => {
  const { withHashingSlot, hash } = createPasswordHasher()
  let release = () => {}
  const blocked = new Promise<void>((resolve) => (release = resolve))
  const running = Array.from({ length: 102 }, () => withHashingSlot(() => blocked))
  for (const rejected of [withHashingSlot(() => blocked), hash(lantern)]) {
    const error = await rejected.catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ code: 'service_unavailable', retry_after: 2 })
  }
  release()
  await Promise.all(running)
  expect(await hash(lantern)).toMatch(/^\$argon2id/)
})

test('runs one slot of a member at a time, and rejects the sixth', async () => {
  const { forMember } = createPasswordHasher()
  const begun: number[] = []
  const finishes: (() => void)[] = []
  const start = (n: number) =>
    forMember(7).withHashingSlot(() => {
      begun.push(n)
      return new Promise<void>((resolve) => finishes.push(resolve))
    })
  const running = [0, 1, 2, 3, 4].map(start)
  await expect(start(5)).rejects.toMatchObject({ code: 'service_unavailable', retry_after: 2 })
  for (const n of running.keys()) {
    await expect.poll(() => finishes.length).toBe(n + 1)
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, n + 1))
    finishes[n]?.()
    await running[n]
  }
})

test('hashes a sign-in before the queued hashes of 40 members', async () => {
  const { forMember, verify } = createPasswordHasher()
  const phc = await passwords.hash(lantern)
  let done = 0
  const members = Array.from({ length: 40 }, async (_, n) => {
    await forMember(n).hash('1234')
    done++
  })
  await verify(phc, lantern)
  expect(done).toBeLessThan(10)
  await Promise.all(members)
})

test('releases the slot when work fails', async () => {
  const { withHashingSlot, hash } = createPasswordHasher()
  for (let time = 0; time < 110; time++)
    await expect(withHashingSlot(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await hash(lantern)).toMatch(/^\$argon2id/)
})

test('does not hash for a queued caller that has disconnected', async () => {
  const { verify } = createPasswordHasher()
  const phc = await passwords.hash(lantern)
  // Argon2 needs more memory than this: hashing with it fails with an error that is no ProblemError.
  const impossible = '$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHQ$AAAA'
  const error = await verify(impossible, lantern).catch((error: unknown) => error)
  expect(error).not.toBeInstanceOf(ProblemError)
  let isAborted = false
  const connected = Array.from({ length: 2 }, () => verify(phc, lantern))
  const disconnected = Array.from({ length: 50 }, () =>
    verify(impossible, lantern, () => isAborted).catch((error: { code: string }) => error.code),
  )
  const next = verify(phc, lantern)
  isAborted = true
  expect(await Promise.all(disconnected)).toEqual(
    Array.from({ length: 50 }, () => 'service_unavailable'),
  )
  expect(await Promise.all([...connected, next])).toEqual([true, true, true])
})

test('hashing writes nothing to standard error', () => {
  const file = join(import.meta.dirname, 'password-hashing.ts')
  const script = `const { createPasswordHasher } = await import(${JSON.stringify(file)})
    process.stdout.write(await createPasswordHasher().hash('x'))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', cwd: join(import.meta.dirname, '../../../..') },
  )
  expect(stdout).toMatch(/^\$argon2id/)
  expect(stderr).toBe('')
})
