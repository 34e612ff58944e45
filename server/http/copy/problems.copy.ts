import type { FieldCode, ProblemCode } from '#contract/problems.ts'

/** Title and detail of each refusal: what happened, then what to do. A code without words does not compile. */
export const problemWords: Record<ProblemCode, { title: string; detail: string }> = {
  invalid_request: {
    title: '요청을 확인해 주세요',
    detail: '요청에 올바르지 않은 값이 있어요. 표시된 항목을 고쳐서 다시 시도해 주세요.',
  },
  malformed_body: {
    title: '요청을 읽을 수 없어요',
    detail: '보내 주신 내용의 형식이 깨져 있어요. 다시 보내 주세요.',
  },
  authentication_required: {
    title: '로그인이 필요해요',
    detail: '로그인하면 이어서 이용할 수 있어요.',
  },
  purchase_required: {
    title: '이용권이나 구매가 필요해요',
    detail: '이 회차는 이용권을 쓰거나 구매한 뒤에 볼 수 있어요.',
  },
  forbidden: { title: '이용할 수 없어요', detail: '지금은 이 기능을 이용할 수 없어요.' },
  adult_verification_required: {
    title: '성인 인증이 필요해요',
    detail: '청소년 관람불가 작품이에요. 성인 인증을 마치면 볼 수 있어요.',
  },
  not_found: { title: '찾을 수 없어요', detail: '찾으시는 내용이 없거나 볼 수 없는 상태예요.' },
  method_not_allowed: {
    title: '지원하지 않는 방식이에요',
    detail: '이 주소에서는 그 방식의 요청을 받지 않아요.',
  },
  conflict: {
    title: '이미 바뀌었어요',
    detail: '그사이 내용이 바뀌었어요. 새로 불러온 뒤 다시 시도해 주세요.',
  },
  video_not_ready: {
    title: '영상을 준비하고 있어요',
    detail: '아직 재생할 수 있는 영상이 없어요. 준비되면 바로 볼 수 있어요.',
  },
  body_too_large: {
    title: '내용이 너무 커요',
    detail: '보낼 수 있는 크기를 넘었어요. 줄여서 다시 보내 주세요.',
  },
  unsupported_media_type: {
    title: '받을 수 없는 형식이에요',
    detail: '이 주소에서는 그 형식의 내용을 받지 않아요.',
  },
  rate_limited: {
    title: '요청이 너무 많아요',
    detail: '잠시 뒤에 다시 시도해 주세요.',
  },
  internal_error: {
    title: '문제가 생겼어요',
    detail: '저희 쪽에 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
  },
  service_unavailable: {
    title: '잠시 쉬어 가고 있어요',
    detail: '서비스에 잠깐 문제가 있어요. 금방 돌아올게요. 잠시 뒤에 다시 시도해 주세요.',
  },
}

/** What is wrong with one field; `limit` is the bound it crossed. */
export const fieldWords: Record<FieldCode, (limit?: number) => string> = {
  required: () => '꼭 필요한 항목이에요.',
  unknown_field: () => '받지 않는 항목이에요.',
  wrong_type: () => '값의 종류가 맞지 않아요.',
  wrong_format: () => '값의 형식이 맞지 않아요.',
  not_in_list: () => '고를 수 있는 값이 아니에요.',
  too_small: (limit) => (limit === undefined ? '값이 너무 작아요.' : `${limit} 이상이어야 해요.`),
  too_big: (limit) => (limit === undefined ? '값이 너무 커요.' : `${limit} 이하여야 해요.`),
  too_short: (limit) => (limit === undefined ? '너무 짧아요.' : `${limit}자 이상이어야 해요.`),
  too_long: (limit) => (limit === undefined ? '너무 길어요.' : `${limit}자 이하여야 해요.`),
}
