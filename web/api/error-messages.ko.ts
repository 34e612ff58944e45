import { ApiError } from './api-errors.ts'
import { formMessages } from './messages.ko.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'

type FieldMessages = Partial<Record<FieldCode, string>>

/** Messages by field: more specific than the server's, which depend on the code alone. */
const fields: Record<string, FieldMessages> = {
  email: {
    required: '이메일을 입력해 주세요.',
    invalid_format: '이메일 주소를 끝까지 입력해 주세요. 예: name@example.com',
    too_long: '이메일 주소가 너무 길어요.',
  },
  password: {
    required: '비밀번호를 입력해 주세요.',
    too_short: '비밀번호는 10자 이상이어야 해요.',
    too_long: '비밀번호는 128자까지 쓸 수 있어요.',
  },
  new_password: {
    required: '새 비밀번호를 입력해 주세요.',
    too_short: '비밀번호는 10자 이상이어야 해요.',
    too_long: '비밀번호는 128자까지 쓸 수 있어요.',
  },
  current_password: { required: '지금 쓰는 비밀번호를 입력해 주세요.' },
  confirm_password: {
    required: '비밀번호를 한 번 더 입력해 주세요.',
    does_not_match: '두 비밀번호가 서로 달라요.',
  },
  username: {
    required: '이름을 입력해 주세요.',
    too_long: '이름은 30자까지 쓸 수 있어요.',
    invalid_format: '이름에 쓸 수 없는 글자가 있어요.',
    reserved: '운영자로 오해할 수 있는 이름은 쓸 수 없어요. 다른 이름을 입력해 주세요.',
  },
  phonenumber: {
    required: '휴대폰 번호를 입력해 주세요.',
    invalid_format: '휴대폰 번호를 다시 확인해 주세요. 예: 010-1234-5678',
    too_long: '휴대폰 번호를 다시 확인해 주세요. 예: 010-1234-5678',
  },
  code: {
    required: '인증번호 6자리를 입력해 주세요.',
    invalid_format: '인증번호는 숫자 6자리예요.',
  },
  birth_date: {
    required: '생년월일을 입력해 주세요.',
    invalid_format: '생년월일을 다시 확인해 주세요. 예: 1995-03-08',
  },
  rating: { required: '별점을 골라 주세요.' },
  context: { too_long: '리뷰는 1,000자까지 쓸 수 있어요.' },
  user_comment: { too_long: '1,000자까지 쓸 수 있어요.' },
}

const defaults: FieldMessages = { required: '꼭 필요한 항목이에요.', too_long: '너무 길어요.' }

/** Returns the message of a field error; `detail` is the server's, if the error is from there. */
export function fieldErrorMessage(field: string, code: FieldCode, detail?: string): string {
  return fields[field]?.[code] ?? detail ?? defaults[code] ?? '다시 확인해 주세요.'
}

/** The message for a failed request: of its first field error, else of the problem, else of the network error. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return formMessages.network_error
  const [fieldError] = error.problem.errors
  return fieldError
    ? fieldErrorMessage(fieldError.field, fieldError.code, fieldError.detail)
    : error.problem.detail
}
