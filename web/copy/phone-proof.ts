/** Words of proving a phone by a code, wherever it is asked for. */
export const phoneProofCopy = {
  send: '인증번호 받기',
  other: '번호 바꾸기',
  proven: '확인했어요',
  example: '010-1234-5678',
} as const
