export const formMessages = {
  network_error: '서버에 연결하지 못했어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
  retry_in: (seconds: number) =>
    seconds < 60
      ? `${seconds}초 뒤에 다시 시도할 수 있어요`
      : `${Math.floor(seconds / 60)}분 ${seconds % 60}초 뒤에 다시 시도할 수 있어요`,
} as const

/** Messages for responses without a complete problem document. */
export const refusalMessages = {
  authentication_required: '로그인이 필요해요. 로그인하고 다시 시도해 주세요.',
  forbidden: '허용되지 않은 요청이에요.',
  internal_error: '일시적인 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
} as const
