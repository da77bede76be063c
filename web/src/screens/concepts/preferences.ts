/** What a participant once chose and wants in the next trial too. */
export const preferences = {
  /** Digits in the cells, for those who cannot tell some of the colours apart. */
  digits: false,
};
