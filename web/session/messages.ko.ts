export const sessionMessages = {
  menu_label: (name: string) => `${name}님의 메뉴`,
  check_failed: '로그인 상태를 확인하지 못했어요',
  retry: '다시 시도',
} as const
