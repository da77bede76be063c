/** Asking a server that cannot be reached at times. */
import { Refused } from "./api";

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;

export class Patience {
  private failures = 0;
  private over = false;
  private wake: () => void = () => {};

  /** `connection` is told when the server cannot be reached, and when it can be again. */
  constructor(private connection: (reached: boolean) => void) {
    window.addEventListener("online", () => this.wake());
  }

  /** Ask until there is an answer or a refusal; undefined after `giveUp`. */
  async ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    while (!this.over) {
      try {
        const answer = await request();
        if (this.failures) this.connection(true);
        this.failures = 0;
        return answer;
      } catch (error) {
        if (error instanceof Refused) throw error;
        await this.backOff();
      }
    }
    return undefined;
  }

  giveUp(): void {
    this.over = true;
    this.wake();
  }

  /** Wait longer after every failure, by chance more or less, so that not all come back at once. */
  private async backOff(): Promise<void> {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** this.failures++, LONGEST_PAUSE_MS);
    this.connection(false);
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    });
  }
}
