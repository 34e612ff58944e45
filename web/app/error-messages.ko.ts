export const errorPageMessages = {
  to_home: '홈으로 가기',
  to_search: '작품 검색하기',
  still_failing: '계속 문제가 있나요?',
  to_support: '고객센터에 물어보기',
  network_error: {
    title: '인터넷 연결을 확인해 주세요',
    detail: '화면을 불러오지 못했어요. 연결되면 자동으로 다시 불러올게요.',
  },
  404: {
    title: '찾으시는 화면이 없어요',
    detail:
      '주소가 바뀌었거나 더는 제공하지 않는 작품일 수 있어요. 홈이나 검색에서 다시 찾아보세요.',
  },
  /** A 404 of a work, for a profile with a limit. */
  above_limit: {
    title: '이 프로필에서는 볼 수 없는 작품이에요',
    detail:
      '이 프로필의 관람 등급보다 높거나, 더는 제공하지 않는 작품이에요. 홈에서 볼 수 있는 작품을 찾아보세요.',
  },
  429: {
    title: '너무 빠르게 여러 번 열었어요',
    detail: '짧은 시간에 요청이 많이 몰려서 잠시 멈췄어요. 1분쯤 뒤에 다시 시도해 주세요.',
  },
  503: {
    title: '잠시 숨을 고르고 있어요',
    detail: '서버가 잠깐 쉬고 있어요. 조금 뒤에 다시 시도하면 이어서 볼 수 있어요.',
  },
  500: {
    title: '문제가 생겼어요',
    detail: '저희 쪽에서 생긴 문제예요. 다시 시도해도 같다면 고객센터로 알려 주세요.',
  },
} as const
