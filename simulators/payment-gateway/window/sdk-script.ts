/**
 * The browser SDK: the part of Toss Payments' standard script (version 2) that opens a window in the same page:
 * `TossPayments(clientKey).payment({ customerKey })`, then `requestPayment` or `requestBillingAuth`. Invalid arguments
 * reject the promise with a `code`, as in the real SDK.
 */
export const sdkScript = (client_key: string): string => `(() => {
const { origin } = new URL(document.currentScript.src)
const reject = (code, message) => Promise.reject(Object.assign(new Error(message), { code }))
function open(path, clientKey, options, query) {
  if (clientKey !== ${JSON.stringify(client_key)}) return reject('INVALID_CLIENT_KEY', '잘못된 클라이언트 연동 정보입니다.')
  if (options.method !== 'CARD') return reject('NOT_SUPPORTED_METHOD', '지원되지 않는 결제 수단입니다.')
  if (options.windowTarget !== 'self') return reject('NOT_SUPPORTED_WINDOW', '연습 결제창은 이 화면 자리에서만 열려요.')
  const missing = Object.entries(query).find(([, value]) => value === undefined || value === '')
  if (missing) return reject('INVALID_PARAMETERS', missing[0])
  location.assign(origin + path + '?' + new URLSearchParams(query))
  // Never resolves: the page is being replaced.
  return new Promise(() => {})
}
window.TossPayments = (clientKey) => ({
  payment: ({ customerKey }) => ({
    requestPayment(options) {
      const { orderId, orderName, amount, successUrl, failUrl } = options
      if (amount?.currency !== 'KRW') return reject('INVALID_CURRENCY', '잘못된 통화 값입니다.')
      const query = { orderId, amount: amount.value, orderName, customerKey, successUrl, failUrl }
      return open('/window/pay', clientKey, options, query)
    },
    requestBillingAuth(options) {
      const { successUrl, failUrl } = options
      return open('/window/card', clientKey, options, { customerKey, successUrl, failUrl })
    },
  }),
})
})()
`
