import { customer_services } from '#contract/customer-services/customer-services.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-errors.ts'
import { apiRequest } from './client.ts'

const readProblem = async (status: number, body: string) => {
  const headers = { 'content-type': 'application/problem+json' }
  const fetchImpl = () => Promise.resolve(new Response(body, { status, headers }))
  const error: unknown = await apiRequest(customer_services.listSubjects, {}, { fetchImpl }).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return (error as ApiError).problem
}

describe('a problem document of another server', () => {
  it.for(['{}', 'null', '[]', '"down"', '<html>', '{"errors":"none","title":"Down"}'])(
    'is completed: %s',
    async (body) => {
      expect(await readProblem(500, body)).toMatchObject({
        status: 500,
        code: 'internal_error',
        detail: '일시적인 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
        errors: [],
      })
    },
  )

  it('is a refusal with the status 401 or 403', async () => {
    expect(await readProblem(401, '{}')).toMatchObject({ code: 'authentication_required' })
    expect(await readProblem(403, '{}')).toMatchObject({ code: 'forbidden' })
  })
})
