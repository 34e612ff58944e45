/** The calls that can be made to fail, as the product's port names them. */
export const faultyCalls = [
  'confirm',
  'read',
  'readOrder',
  'cancel',
  'issueBillingKey',
  'chargeBilling',
  'deleteBillingKey',
  'listTransactions',
] as const
export type FaultyCall = (typeof faultyCalls)[number]

/**
 * What goes wrong. *before*: nothing has happened. *after*: it has, and who asked is not told.
 * - `timeout_before`, `timeout_after`: no answer for as long as the line is held.
 * - `drop_connection`, `drop_connection_after`: the line breaks at once: a time-out that nobody waits for.
 * - `error_500`, `error_500_after`: 500 with a code that says nothing.
 * - `html`: after; a proxy answers 502 with a page. `html_200`: after; the page comes as 200.
 * - `rate_limited`: before; 429.
 * - `code`: before; the error `code`, whatever it is.
 * - `stored_code`: before; the error `code` is stored under the Idempotency-Key and repeated for it. `stored_code_after`:
 *   the same, although the call took effect.
 * - `hold`: before; waits until `release`. Another call with the same Idempotency-Key meanwhile is a 409.
 */
export const callFaultKinds = [
  'timeout_before',
  'timeout_after',
  'drop_connection',
  'drop_connection_after',
  'error_500',
  'error_500_after',
  'html',
  'html_200',
  'rate_limited',
  'code',
  'stored_code',
  'stored_code_after',
  'hold',
] as const

/**
 * What goes wrong with webhooks. `duplicate_webhooks`: each of the next `times` is sent twice. `disordered_webhooks`: the next
 * `times` are kept until they are together, and go out last first.
 */
export const webhookFaultKinds = ['duplicate_webhooks', 'disordered_webhooks'] as const

export type CallFault = {
  /** `*` is any call. */
  call: FaultyCall | '*'
  kind: (typeof callFaultKinds)[number]
  /** For `code`, `stored_code` and `stored_code_after`. */
  code?: string | undefined
}
export type WebhookFault = { kind: (typeof webhookFaultKinds)[number] }

export type FaultInjector = {
  /** Arms a fault for the next `times` calls that it fits, behind those armed before. */
  add(fault: CallFault | WebhookFault, times?: number): void
  /** Takes the fault that is next for a call. */
  takeCall(call: FaultyCall): CallFault | undefined
  /** Takes one of a kind of webhook fault. */
  takeWebhook(kind: WebhookFault['kind']): boolean
  /** How many of a kind of webhook fault are armed. */
  count(kind: WebhookFault['kind']): number
  list(): readonly (CallFault | WebhookFault)[]
  /** Waits as long as calls are held. */
  held(): Promise<void>
  /** How many calls are being held. */
  readonly holding: number
  /** Lets go of the calls that are held. */
  release(): void
  /** Disarms everything, and releases. */
  clear(): void
}

export function createFaultInjector(): FaultInjector {
  let armed: (CallFault | WebhookFault)[] = []
  let waiting: (() => void)[] = []
  const take = <F>(index: number) => armed.splice(index, 1)[0] as F
  const release = () => {
    for (const go of waiting.splice(0)) go()
  }
  return {
    add: (fault, times = 1) => void armed.push(...Array.from({ length: times }, () => fault)),
    takeCall(call) {
      const index = armed.findIndex(
        (one) => 'call' in one && (one.call === call || one.call === '*'),
      )
      return index < 0 ? undefined : take<CallFault>(index)
    },
    takeWebhook(kind) {
      const index = armed.findIndex((one) => one.kind === kind)
      return index >= 0 && Boolean(take(index))
    },
    count: (kind) => armed.filter((one) => one.kind === kind).length,
    list: () => armed,
    held: () => new Promise((go) => waiting.push(go)),
    get holding() {
      return waiting.length
    },
    release,
    clear() {
      armed = []
      release()
    },
  }
}
