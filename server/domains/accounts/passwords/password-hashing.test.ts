import { ProblemError } from '#server/shared/problem-error.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hashing.ts'

const passwords = createPasswordHasher()
const lantern = 'seven-lanterns-in-june'

test('a hash is its own each time, of the settings of the standard, and knows its password', async () => {
  const [one, two] = [await passwords.hash(lantern), await passwords.hash(lantern)]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify(one, lantern)).toBe(true)
  expect(await passwords.verify(one, `${lantern} `)).toBe(false)
  expect(await passwords.verify(one, lantern.toUpperCase())).toBe(false)
  expect(passwords.needsRehash(one)).toBe(false)
})

test('is Argon2id as others make it', async () => {
  // phc-winner-argon2: `echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 4 -l 24 -v 13 -e`
  const others =
    '$argon2id$v=19$m=65536,t=2,p=4$c29tZXNhbHQ$GpZ3sK/oH9p7VIiV56G/64Zo/8GaUw434IimaPqxwCo'
  expect(await passwords.verify(others, 'password')).toBe(true)
})

test('nobody has no password, not even the one that is compared with', async () => {
  expect(await passwords.verify(null, lantern)).toBe(false)
  expect(await passwords.verify(null, '')).toBe(false)
})

test('lower settings are old', () => {
  const of = (settings: string) => `$argon2id$v=19$${settings}$c29tZXNhbHQ$AAAA`
  expect(passwords.needsRehash(of('m=19455,t=2,p=1'))).toBe(true)
  expect(passwords.needsRehash(of('m=19456,t=1,p=1'))).toBe(true)
  expect(passwords.needsRehash(of('m=65536,t=3,p=1'))).toBe(false)
})

test('letters are compared, not how they are put together', async () => {
  const phc = await passwords.hash('여름밤의 이야기'.normalize('NFD'))
  expect(await passwords.verify(phc, '여름밤의 이야기'.normalize('NFC'))).toBe(true)
})

test('102 find a place, the next is told to come back, and places come free', async () => {
  const { withHashingSlot: withPlace, hash } = createPasswordHasher()
  let leave = () => {}
  const stay = new Promise<void>((resolve) => (leave = resolve))
  const staying = Array.from({ length: 102 }, () => withPlace(() => stay))
  for (const refused of [withPlace(() => stay), hash(lantern)]) {
    const refusal = await refused.catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ProblemError)
    expect(refusal).toMatchObject({ code: 'service_unavailable', retry_after: 2 })
  }
  leave()
  await Promise.all(staying)
  expect(await hash(lantern)).toMatch(/^\$argon2id/)
})

test('work that fails gives its place back', async () => {
  const { withHashingSlot: withPlace, hash } = createPasswordHasher()
  for (let time = 0; time < 110; time++)
    await expect(withPlace(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await hash(lantern)).toMatch(/^\$argon2id/)
})

test('a waiting caller that disconnects is not hashed for', async () => {
  const { verify } = createPasswordHasher()
  const phc = await passwords.hash(lantern)
  // Argon2 needs more memory than this: hashing with it fails with an error that is no Refusal.
  const impossible = '$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHQ$AAAA'
  const fault = await verify(impossible, lantern).catch((error: unknown) => error)
  expect(fault).not.toBeInstanceOf(ProblemError)
  let gone = false
  const connected = Array.from({ length: 2 }, () => verify(phc, lantern))
  const disconnected = Array.from({ length: 50 }, () =>
    verify(impossible, lantern, () => gone).catch((error: { code: string }) => error.code),
  )
  const next = verify(phc, lantern)
  gone = true
  expect(await Promise.all(disconnected)).toEqual(
    Array.from({ length: 50 }, () => 'service_unavailable'),
  )
  expect(await Promise.all([...connected, next])).toEqual([true, true, true])
})

test('hashing says nothing on standard error', () => {
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
