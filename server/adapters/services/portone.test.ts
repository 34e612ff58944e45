import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPortone, type PortoneSimulator } from '../../../simulators/portone/portone.ts'
import {
  acceptsPortoneSecret,
  createPortone,
  isPortoneAddress,
  portoneHosts,
  portoneScriptUrl,
} from './portone.ts'

const production = 'portone://store-1:a%2Fsecret@api.portone.io?channel=channel-key-1'
const id = '3f1c7e0a-5b1d-4c8e-9a55-0c5f2d1e7b9a'

let simulator: PortoneSimulator
beforeAll(async () => void (simulator = await openPortone()))
afterEach(() => void (simulator.fault = null))
afterAll(() => simulator?.close())

const read = (verification: string) => createPortone(simulator.address).readPerson(verification)

it('reads the person of a completed verification', async () => {
  simulator.verify(id, { name: '김한편', birth_date: '1990-05-05' })
  const person = await read(id)
  expect(person).toMatchObject({ name: '김한편', birth_date: '1990-05-05' })
  expect(person?.ci).toHaveLength(88)
  simulator.verify('no-ci', { name: '김한편', birth_date: '1990-05-05', hasNoCi: true })
  expect(await read('no-ci')).toMatchObject({ ci: null, di: null })
})

it('reads nobody for an unknown or failed verification', async () => {
  expect(await read('unknown')).toBeNull()
  simulator.fail('failed')
  expect(await read('failed')).toBeNull()
})

it.each(['drop', 'error', 'no_json', 'other_id'] as const)(
  'counts "%s" as an outage',
  async (fault) => {
    simulator.verify(id, { name: '김한편', birth_date: '1990-05-05' })
    simulator.fault = fault
    await expect(read(id)).rejects.toMatchObject({ code: 'service_unavailable' })
  },
)

it('counts a provider that does not answer in time as an outage', async () => {
  simulator.fault = 'hang'
  const portone = createPortone(simulator.address, { timeout_ms: 50 })
  await expect(portone.readPerson(id)).rejects.toMatchObject({ code: 'service_unavailable' })
})

it('reports a wrong secret', async () => {
  expect(await acceptsPortoneSecret(simulator.address)).toBe(true)
  const wrong = simulator.address.replace('simulated%3Asecret', 'another')
  expect(await acceptsPortoneSecret(wrong)).toBe(false)
  await expect(createPortone(wrong).readPerson(id)).rejects.toMatchObject({
    code: 'service_unavailable',
  })
})

describe('an address', () => {
  it.each([
    [production, true],
    ['portone://store-1:secret@api.portone.io', false],
    ['portone://store-1@api.portone.io?channel=key', false],
    ['portone://api.portone.io?channel=key', false],
  ])('%s is complete: %s', (address, expected) => expect(isPortoneAddress(address)).toBe(expected))

  it('names the hosts of the provider, or those of a simulator', () => {
    expect(portoneScriptUrl(production)).toBe('https://cdn.portone.io/v2/browser-sdk.js')
    expect(portoneHosts(production)).toContain('https://*.portone.io')
    expect(portoneScriptUrl(simulator.address)).toBe(`${simulator.origin}/v2/browser-sdk.js`)
    expect(portoneHosts(simulator.address)).toBe(simulator.origin)
  })
})
