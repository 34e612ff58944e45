import { accounts } from '#contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { validateBody, omitEmptyOptional } from './schema-resolver.ts'

const login = accounts.signIn.body

test.each([
  ['nothing typed', { email: '', password: '' }, ['email required', 'password required']],
  ['blanks', { email: '  ', password: 'x' }, ['email required']],
  ['half an address', { email: 'na@', password: 'x' }, ['email invalid_format']],
  ['capitals and spaces around', { email: ' Na@Example.COM ', password: 'x' }, []],
  [
    'an endless address',
    { email: `${'a'.repeat(300)}@example.com`, password: 'x' },
    ['email too_long'],
  ],
  [
    'a field of another form',
    { email: 'na@example.com', password: 'x', name: '' },
    ['name unknown_field'],
  ],
])('%s', (_, values, faults) => {
  expect(validateBody(login, values).map(({ field, code }) => `${field} ${code}`)).toEqual(faults)
})

test('a short new password has one fault', () => {
  const values = { new_password: 'short', confirm_password: 'short' }
  expect(validateBody(accounts.changePassword.body, values)).toEqual([
    { field: 'new_password', code: 'too_short' },
  ])
})

test('what may be absent and was left empty is not sent', () => {
  const values = { new_password: 'seven-lanterns', confirm_password: '', current_password: '' }
  expect(omitEmptyOptional(accounts.changePassword.body, values)).toEqual({
    new_password: 'seven-lanterns',
    confirm_password: '',
  })
})
