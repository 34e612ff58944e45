/** Words of being signed in or out that stand on every page. */
export const sessionCopy = {
  label: (name: string) => `${name}님의 메뉴`,
  dialog: '로그인',
  unsure: '로그인 상태를 확인하지 못했어요',
  retry: '다시 시도',
  busy: '확인하고 있어요',
} as const
