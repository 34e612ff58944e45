/** The rail 이어보기 on the home page. */
export const continueWatchingMessages = {
  title: '이어보기',
  next: '다음 화',
  /** The button on a title's page for a member who is midway. */
  resume_at: (season: number | null, n: number) =>
    `이어보기 · ${season === null ? '' : `시즌 ${season} · `}${n}화`,
  dismiss: (title: string) => `${title}, 이어보기에서 빼기`,
  dismiss_failed: '이어보기에서 빼지 못했어요. 잠시 후 다시 시도해 주세요.',
  dismissed: (title: string) => `${title}: 이어보기에서 뺐어요. 시청 내역에는 남아 있어요.`,
  failed: '이어보기를 불러오지 못했어요.',
  retry: '다시 시도',
} as const
