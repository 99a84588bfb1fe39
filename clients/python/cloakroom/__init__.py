"""A client of Cloakroom. `Client` has what programs need; `Client.api` has every call."""
from .client import Client
from .errors import ApiError, CloakroomError, Offline, UploadFailed
from .reply import Reply

__all__ = ["ApiError", "Client", "CloakroomError", "Offline", "Reply", "UploadFailed"]
