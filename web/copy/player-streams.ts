/** What the player says where all places to watch at once are taken (D-46). */
export const streamsCopy = {
  title: '다른 기기에서 보고 있어요',
  title_tab: '다른 탭에서 보고 있어요',
  one: '여기서 이어 보면 그쪽 재생은 멈춰요.',
  several:
    '동시에 볼 수 있는 기기를 모두 쓰고 있어요. 멈출 기기를 고르면 여기서 이어 볼 수 있어요.',
  /** Here it played until a moment ago. */
  taken_over: (device: string) => `${device}에서 이어 보기 시작해서 여기는 잠시 멈췄어요.`,
  choose: '재생을 멈출 기기',
  unknown_device: '다른 기기',
  this_browser: '이 브라우저의 다른 탭',
  work: (series: string, number: number | null, episode: string) =>
    number === null ? series : `${series} ${number}화 ${episode}`,
  since: (ago: string) => (ago === '방금' ? '방금 시작했어요' : `${ago}부터 보고 있어요`),
  take_over: '여기서 이어 보기',
  back: '뒤로',
} as const
