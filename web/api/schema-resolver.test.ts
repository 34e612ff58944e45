import { accounts } from '#contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { validateBody, omitEmptyOptional } from './schema-resolver.ts'

const login = accounts.signIn.body

test.each([
  ['empty fields', { email: '', password: '' }, ['email required', 'password required']],
  ['blank fields', { email: '  ', password: 'x' }, ['email required']],
  ['an incomplete address', { email: 'na@', password: 'x' }, ['email invalid_format']],
  ['capitals and spaces around', { email: ' Na@Example.COM ', password: 'x' }, []],
  [
    'an address that is too long',
    { email: `${'a'.repeat(300)}@example.com`, password: 'x' },
    ['email too_long'],
  ],
  [
    'an unknown field',
    { email: 'na@example.com', password: 'x', name: '' },
    ['name unknown_field'],
  ],
])('validates %s', (_, values, errors) => {
  expect(validateBody(login, values).map(({ field, code }) => `${field} ${code}`)).toEqual(errors)
})

test('reports one error for a short new password', () => {
  const values = { new_password: 'short', confirm_password: 'short' }
  expect(validateBody(accounts.changePassword.body, values)).toEqual([
    { field: 'new_password', code: 'too_short' },
  ])
})

test('omits empty optional fields', () => {
  const values = { new_password: 'seven-lanterns', confirm_password: '', current_password: '' }
  expect(omitEmptyOptional(accounts.changePassword.body, values)).toEqual({
    new_password: 'seven-lanterns',
    confirm_password: '',
  })
})
