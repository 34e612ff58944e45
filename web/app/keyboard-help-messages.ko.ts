export const keyboardHelpMessages = {
  title: '키보드 단축키',
  groups: [
    {
      title: '어디서나',
      keys: [
        { keys: ['Tab'], does: '다음 항목으로' },
        { keys: ['Shift', 'Tab'], does: '이전 항목으로' },
        { keys: ['Enter'], does: '열기' },
        { keys: ['Esc'], does: '열린 창 닫기' },
        { keys: ['?'], does: '단축키 보기' },
      ],
    },
    {
      title: '작품 줄',
      keys: [
        { keys: ['←', '→'], does: '옆 작품으로' },
        { keys: ['↑', '↓'], does: '위아래 줄로' },
        { keys: ['Home'], does: '줄의 처음으로' },
        { keys: ['End'], does: '줄의 끝으로' },
      ],
    },
    {
      title: '검색',
      keys: [
        { keys: ['↑', '↓'], does: '추천 고르기' },
        { keys: ['Enter'], does: '찾기' },
      ],
    },
  ],
  player: '영상',
  switch: '단축키 사용',
  switch_hint: '끄면 영상 화면의 설정에서 다시 켤 수 있어요.',
} as const
