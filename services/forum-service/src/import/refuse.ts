import { AppError } from '@guidepost/service-kit';

/** @throws AppError `invalid`: why a line is not imported */
export function refuse(place: string, reason: string): never {
  throw new AppError('invalid', place ? `${place}: ${reason}` : reason);
}
