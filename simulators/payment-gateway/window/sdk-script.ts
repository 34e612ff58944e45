/**
 * What a shop's page loads, with the part of Toss Payments' standard script (version 2) that opens a window in the page's
 * place: `TossPayments(clientKey).payment({ customerKey })`, then `requestPayment` or `requestBillingAuth`. What the real one
 * refuses before it opens anything, this one does as well: the promise is rejected with a `code`.
 */
export const sdkScript = (client_key: string): string => `(() => {
const { origin } = new URL(document.currentScript.src)
const refused = (code, message) => Promise.reject(Object.assign(new Error(message), { code }))
function open(path, clientKey, asked, query) {
  if (clientKey !== ${JSON.stringify(client_key)}) return refused('INVALID_CLIENT_KEY', '잘못된 클라이언트 연동 정보입니다.')
  if (asked.method !== 'CARD') return refused('NOT_SUPPORTED_METHOD', '지원되지 않는 결제 수단입니다.')
  if (asked.windowTarget !== 'self') return refused('NOT_SUPPORTED_WINDOW', '연습 결제창은 이 화면 자리에서만 열려요.')
  const missing = Object.entries(query).find(([, value]) => value === undefined || value === '')
  if (missing) return refused('INVALID_PARAMETERS', missing[0])
  location.assign(origin + path + '?' + new URLSearchParams(query))
  // As long as the page is there.
  return new Promise(() => {})
}
window.TossPayments = (clientKey) => ({
  payment: ({ customerKey }) => ({
    requestPayment(asked) {
      const { orderId, orderName, amount, successUrl, failUrl } = asked
      if (amount?.currency !== 'KRW') return refused('INVALID_CURRENCY', '잘못된 통화 값입니다.')
      const query = { orderId, amount: amount.value, orderName, customerKey, successUrl, failUrl }
      return open('/window/pay', clientKey, asked, query)
    },
    requestBillingAuth(asked) {
      const { successUrl, failUrl } = asked
      return open('/window/card', clientKey, asked, { customerKey, successUrl, failUrl })
    },
  }),
})
})()
`
