import { simulatorCredentials, paymentScriptUrl } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCustomer } from '#test/services/payment-gateway.ts'
import { childrenOf, freePort, startStack } from '#test/processes/npm-start.ts'

// The gateway simulator as `npm start` runs it: a separate process that is killed and restarted.

const folder = () => mkdtemp(join(tmpdir(), 'hanpyeon-start-'))
const addressIn = (said: string) => /Payments {2}simulated at (\S+):/.exec(said)?.[1] ?? ''
const isUp = (origin: string) =>
  fetch(`${origin}/faults`).then(
    ({ ok }) => ok,
    () => false,
  )

test('restarts on the same address with its data after a kill during a payment', async () => {
  const stack = await startStack({ DATA_DIR: await folder() })
  await stack.ready()
  const base_url = addressIn(stack.said())
  const script_url = paymentScriptUrl(base_url)
  const gateway = { ...simulatorCredentials, base_url, script_url, timeout_ms: 5_000 }
  const payments = createPaymentGateway(gateway, createLogger('silent', 'test'))
  const order = await createCustomer({ now: () => new Date() }).pay(
    payments.paymentWindow({
      order_id: randomUUID(),
      amount: 9_900,
      order_name: '달빛 1화',
      customer_key: 'member-1',
      success_url: 'http://localhost/there',
      fail_url: 'http://localhost/away',
    }),
    'lose_answer',
  )
  const key = randomUUID()
  const confirmation = payments.confirm(order, key)
  await expect
    .poll(async () => {
      const read = await payments.getPaymentByOrder(order.order_id)
      return read.status === 'done' && read.response.status === 'DONE'
    })
    .toBe(true)
  const [pid = 0] = childrenOf(stack.pid, 'simulators/')
  process.kill(pid, 'SIGKILL')
  expect(await confirmation).toMatchObject({ status: 'unknown' })
  await vi.waitUntil(() => ![pid, undefined].includes(childrenOf(stack.pid, 'simulators/')[0]), {
    timeout: 10_000,
  })
  await vi.waitUntil(() => isUp(base_url), { timeout: 10_000 })
  const read = await payments.getPaymentByOrder(order.order_id)
  expect(read).toMatchObject({ status: 'done', response: { status: 'DONE', total_amount: 9_900 } })

  stack.signal('SIGINT')
  expect(await stack.exit).toBe(0)
  expect(await isUp(base_url)).toBe(false)
})

test('uses the next free port, and does not start if a gateway is configured', async () => {
  const port = await freePort()
  const neighbour = createServer()
  neighbour.listen(port + 1, '127.0.0.1')
  await once(neighbour, 'listening')
  onTestFinished(() => void neighbour.close())
  const stack = await startStack({ DATA_DIR: await folder(), PORT: String(port) })
  await stack.ready()
  const base_url = addressIn(stack.said())
  expect(Number(new URL(base_url).port)).toBeGreaterThan(port + 1)
  expect(await isUp(base_url)).toBe(true)

  const named = await startStack({ DATA_DIR: await folder(), TOSS_BASE_URL: base_url })
  await named.ready()
  expect(addressIn(named.said())).toBe(base_url)
  expect(childrenOf(named.pid, 'simulators/')).toEqual([])
  const own = {
    TOSS_SECRET_KEY: 'test_sk_own',
    TOSS_CLIENT_KEY: 'test_ck',
    TOSS_MERCHANT_ID: 'own',
  }
  const real = await startStack({ DATA_DIR: await folder(), ...own })
  await real.ready()
  expect(real.said()).not.toContain('simulated')
  expect(childrenOf(real.pid, 'simulators/')).toEqual([])
})
