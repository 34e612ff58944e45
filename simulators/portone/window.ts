/**
 * The browser SDK. On a phone it leaves the page for the window, which returns to `redirectUrl`; elsewhere the window is a
 * popup, and the promise resolves with its result. A closed popup is a cancelled verification.
 */
export const sdkScript = `
window.PortOne = {
  requestIdentityVerification(request) {
    const { identityVerificationId: id, redirectUrl, storeId, channelKey } = request
    if (!id || !storeId || !channelKey) return Promise.reject(new Error('A parameter is missing'))
    const address = new URL('/window', document.querySelector('script[src$="/v2/browser-sdk.js"]').src)
    address.searchParams.set('id', id)
    if (matchMedia('(max-width: 767px)').matches) {
      address.searchParams.set('redirect', redirectUrl)
      location.assign(address)
      return new Promise(() => {})
    }
    const popup = open(address, 'portone', 'width=480,height=720')
    const result = { transactionType: 'IDENTITY_VERIFICATION', identityVerificationId: id, identityVerificationTxId: 'tx' }
    const cancelled = { ...result, code: 'FAILURE_TYPE_PG', message: '사용자가 인증을 취소했습니다.' }
    if (!popup) return Promise.resolve(cancelled)
    return new Promise((resolve) => {
      const timer = setInterval(() => popup.closed && finish(cancelled), 200)
      const finish = (value) => { clearInterval(timer); removeEventListener('message', listen); resolve(value) }
      const listen = ({ origin, data }) => {
        if (origin === address.origin && data.id === id) finish(data.isVerified ? result : cancelled)
      }
      addEventListener('message', listen)
    })
  },
}
`

/** The window of a provider: a form, and a button that cancels. */
export const windowPage = `<!doctype html>
<html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>본인인증 (시뮬레이터)</title>
<style>body{font:16px/1.6 sans-serif;max-width:24rem;margin:2rem auto;padding:0 1rem}label,input,button{display:block;width:100%;box-sizing:border-box;margin:.5rem 0;font:inherit;min-height:44px}</style>
<h1>본인인증</h1>
<p>실제로 확인하지 않는 시뮬레이터예요.</p>
<form>
<label>이름<input name="name" value="김한편" required></label>
<label>생년월일<input name="birth_date" type="date" value="1990-05-05" required></label>
<button name="does" value="verify">인증하기</button>
<button name="does" value="cancel" formnovalidate>취소</button>
</form>
<script>
const parameters = new URLSearchParams(location.search)
const id = parameters.get('id')
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = new FormData(event.target, event.submitter)
  await fetch(location.href, { method: 'POST', body: new URLSearchParams(form) })
  const isVerified = form.get('does') === 'verify'
  const redirect = parameters.get('redirect')
  if (!redirect) {
    opener.postMessage({ id, isVerified }, '*')
    return window.close()
  }
  const address = new URL(redirect)
  address.searchParams.set('identityVerificationId', id)
  address.searchParams.set('identityVerificationTxId', 'tx')
  address.searchParams.set('transactionType', 'IDENTITY_VERIFICATION')
  if (!isVerified) address.searchParams.set('code', 'FAILURE_TYPE_PG')
  location.assign(address)
})
</script>
</html>`
