import type { Upload } from '../../uploads/model.ts';
import { ApiError, PAGE_HEADER, parseErrorResponse, renewSession, toNetworkError } from './api.ts';

/** Uploads a file as proof. @param onProgress receives the fraction sent, 0 to 1. @throws ApiError */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<Upload> {
  const form = new FormData();
  form.append('file', file);
  return sendForm<Upload>('/api/v1/uploads', form, onProgress);
}

/**
 * Sends a form with a file. Uses XMLHttpRequest because fetch has no upload progress. If the session has ended, the user
 * can log in again, and the form is sent again.
 * @param onProgress receives the fraction sent, 0 to 1
 * @throws ApiError
 */
export async function sendForm<T>(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
): Promise<T> {
  try {
    return await sendOnce<T>(path, form, onProgress);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 401 || !(await renewSession())) throw cause;
    return await sendOnce<T>(path, form, onProgress);
  }
}

function sendOnce<T>(path: string, form: FormData, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader(PAGE_HEADER, '1');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201) resolve(request.response.data);
      else reject(parseErrorResponse(request.response, toResponse(request)));
    };
    request.onerror = () => reject(toNetworkError());
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const requestId = request.getResponseHeader('X-Request-Id');
  return new Response(null, {
    status: request.status,
    headers: requestId ? { 'X-Request-Id': requestId } : {},
  });
}
