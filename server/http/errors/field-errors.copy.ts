import type { FieldCode } from '#contract/core/problem-codes.ts'
import { captionIssueText } from '#server/adapters/encoder/captions/caption-issues.copy.ts'

/** Texts of field errors; `limit` is the bound that was violated. */
export const fieldErrorCopy: Record<FieldCode, (limit?: number) => string> = {
  required: () => '꼭 필요한 항목이에요.',
  unknown_field: () => '받지 않는 항목이에요.',
  invalid_type: () => '값의 종류가 맞지 않아요.',
  invalid_format: () => '값의 형식이 맞지 않아요.',
  invalid_choice: () => '고를 수 있는 값이 아니에요.',
  too_small: (limit) => (limit === undefined ? '값이 너무 작아요.' : `${limit} 이상이어야 해요.`),
  too_big: (limit) => (limit === undefined ? '값이 너무 커요.' : `${limit} 이하여야 해요.`),
  too_short: (limit) => (limit === undefined ? '너무 짧아요.' : `${limit}자 이상이어야 해요.`),
  too_long: (limit) => (limit === undefined ? '너무 길어요.' : `${limit}자 이하여야 해요.`),
  consent_required: () => '동의해야 계속할 수 있어요.',
  under_age: () => '만 14세 미만은 가입할 수 없어요. 입력하신 내용은 저장하지 않았어요.',
  does_not_match: () => '두 비밀번호가 서로 달라요.',
  // The limit is the number of remaining attempts, if limited.
  incorrect_code: (limit) =>
    limit === undefined
      ? '코드가 달라요. 지금 앱에 보이는 코드를 다시 확인해 주세요.'
      : limit === 0
        ? '인증번호를 여러 번 틀렸어요. 새 인증번호를 받아 주세요.'
        : `인증번호가 달라요. ${limit}번 더 입력할 수 있어요.`,
  incorrect_pin: (limit) =>
    limit
      ? `PIN이 맞지 않아요. ${limit}번 더 틀리면 잠시 기다려야 해요.`
      : 'PIN이 맞지 않아요. 이제 틀릴 때마다 잠시 기다려야 해요.',
  code_expired: () => '인증번호의 시간이 지났어요. 새 인증번호를 받아 주세요.',
  not_verified: () =>
    '가입한 이름과 휴대폰 번호의 주인과 맞지 않아요. 생년월일을 다시 확인해 주세요.',
  too_common: () => '너무 흔한 비밀번호예요. 다른 비밀번호를 써 주세요.',
  in_the_past: () => '이미 지난 시각이에요.',
  before_start: () => '공개 시각보다 뒤여야 해요.',
  free_has_no_price: () => '무료로 공개하는 화에는 가격을 둘 수 없어요.',
  not_obtainable: () => '무료, 이용권, 판매 가운데 하나는 있어야 해요.',
  infected: () => '악성 코드가 발견된 파일은 첨부할 수 없어요. 다른 파일을 첨부해 주세요.',
  same_password: () => '지금 쓰는 비밀번호와 같아요. 다른 비밀번호를 써 주세요.',
  too_personal: () => '이메일이나 이름, 서비스 이름이 들어간 비밀번호는 쓸 수 없어요.',
  reserved: () => '운영자로 오해할 수 있는 이름은 쓸 수 없어요. 다른 이름을 입력해 주세요.',
  invalid_timestamp: () => captionIssueText.invalid_timestamp,
  ends_before_start: () => '끝나는 시간이 시작하는 시간보다 늦어야 해요.',
  out_of_order: () => '시간 순서가 맞지 않아요.',
  beyond_duration: () => captionIssueText.beyond_duration,
  no_captions: () => captionIssueText.no_captions,
  too_many_lines: () => captionIssueText.too_many_lines,
  contains_html: () => 'HTML 태그는 쓸 수 없어요. 태그를 지우고 글만 넣어 주세요.',
  low_contrast: () => '어두운 화면에서 글자가 읽히지 않는 색이에요. 더 밝은 색을 골라 주세요.',
  too_early: (limit) => `시행일은 오늘부터 ${limit ?? 0}일 뒤여야 해요.`,
}
