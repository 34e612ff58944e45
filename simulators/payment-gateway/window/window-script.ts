/** Fills in a chosen card, groups digits during input, and prevents double submission. */
export const script = `
const form = document.querySelector('form')
const number = document.getElementById('card_number'), expiry = document.getElementById('expiry')
const digits = (text) => text.replace(/\\D/g, '')
const groupDigits = (text) => digits(text).slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
function keepCaret(input, format) {
  const before = digits(input.value.slice(0, input.selectionStart)).length
  input.value = format(input.value)
  let at = 0
  for (let seen = 0; seen < before && at < input.value.length; at++) if (/\\d/.test(input.value[at])) seen++
  input.setSelectionRange(at, at)
}
number.addEventListener('input', () => {
  keepCaret(number, groupDigits)
  const chosen = form.querySelector('[name=test_card]:checked')
  if (chosen && chosen.dataset.number !== digits(number.value)) chosen.checked = false
})
expiry.addEventListener('input', (event) => {
  if (event.inputType && event.inputType.startsWith('delete')) return
  keepCaret(expiry, (text) => digits(text).slice(0, 4).replace(/^(..)(?=.)/, '$1/'))
})
form.addEventListener('change', (event) => {
  const chosen = event.target.closest('[name=test_card]')
  if (!chosen) return
  number.value = groupDigits(chosen.dataset.number)
  expiry.value = form.dataset.expiry
  for (const input of [number, expiry]) {
    input.removeAttribute('aria-invalid')
    input.parentElement.querySelector('.fault')?.remove()
  }
})
let isSubmitted = false
form.addEventListener('submit', (event) => {
  if (isSubmitted) return event.preventDefault()
  isSubmitted = true
  form.setAttribute('aria-busy', 'true')
  if (event.submitter.value === 'go') event.submitter.textContent = form.dataset.busy
})
// Restored from the back-forward cache: reload, so that the form can be submitted again.
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
const wrong = form.querySelector('[aria-invalid]')
if (wrong) wrong.focus()
for (const input of [number]) input.value = groupDigits(input.value)
`
