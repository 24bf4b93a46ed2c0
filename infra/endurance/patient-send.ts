import { setTimeout as pause } from 'node:timers/promises';
import type { FuzzingClient } from '@guidepost/openapi/testing';

/** Sends again what a service is too busy for. */
export interface PatientSend extends Pick<FuzzingClient, 'send'> {
  /** How often it was. */
  busy(): number;
}

const ATTEMPTS = 10;
const PAUSE_MILLISECONDS = 500;

/**
 * A machine that does too much at once may make a change wait too long for its turn: a 503 with `Retry-After` says so.
 */
export function createPatientSend(client: Pick<FuzzingClient, 'send'>): PatientSend {
  let busy = 0;
  return {
    async send(request) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await client.send(request);
        const isBusy = answer.status === 503 && answer.headers['retry-after'] !== undefined;
        if (!isBusy || attempt === ATTEMPTS) return answer;
        busy += 1;
        await pause(PAUSE_MILLISECONDS);
      }
    },
    busy: () => busy,
  };
}
